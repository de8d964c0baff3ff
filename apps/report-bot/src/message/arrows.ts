import type { Direction } from '@answershare/core/statistics';

/** The arrow of a clear change; no other change has one. */
export const arrows = { up: '▲', down: '▼' } as const satisfies Readonly<Record<Direction, string>>;
