export type { Draft, Recognition } from '@answershare/core';
export { recognise } from './recognise.ts';
export { recogniseLimits } from './recognise-limits.ts';
