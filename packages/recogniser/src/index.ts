export type { Draft, Recognition } from '@answershare/core';
export { recogniseLimits } from './limits/recognise-limits.ts';
export { recognise } from './recognise.ts';
