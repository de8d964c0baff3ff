import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';

/** Both Forms' windows in one query, for the one probe that tells by the answer which of them is in force (specification §4). */
export function bothWindows(from: string, to: string): string {
  const { range } = form1;
  const { period } = form2;
  return `${range.from}=${from}&${range.to}=${to}&${period.parameter}=${period.choices[90]}`;
}
