import type { FaultKind } from '../errors/api-error.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';

const codes: Readonly<Record<string, FaultKind>> = { ...form1.codes, ...form2.codes };

/** What an error code of either Form means (specification §7), however it is cased; null for a code of neither. */
export function kindOfCode(code: string): FaultKind | null {
  const plain = code.trim().toLowerCase().replace(/[- ]/g, '_');
  return Object.keys(codes).indexOf(plain) < 0 ? null : (codes[plain] ?? null);
}
