import type { Quirks } from '../quirks/table.ts';

type Written = (tenths: number) => number | string;

const percent: Written = (tenths) => tenths / 10;
const fraction: Written = (tenths) => tenths / 1000;
const text: Written = (tenths) => `${(tenths / 10).toFixed(1)}%`;

/** How a share in tenths of a percent is written (undecided item 3). */
export const SHARE_UNITS: Readonly<Record<Quirks['shares'], Readonly<Record<'own' | 'rival', Written>>>> = {
  percent: { own: percent, rival: percent },
  fraction: { own: fraction, rival: fraction },
  text: { own: text, rival: text },
  mixed: { own: percent, rival: fraction },
};
