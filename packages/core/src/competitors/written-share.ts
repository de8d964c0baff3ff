import type { JsonObject } from '../reading/json.ts';
import { isObject } from '../reading/json.ts';
import { findField, plainName } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import type { ShareUnit } from '../reading/shares.ts';
import type { Tracer } from '../reading/trace.ts';

/** A share as a body writes it. */
export interface WrittenShare {
  readonly value: number;
  /** What the field's name or a percent sign says of the unit. */
  readonly hint: ShareUnit | null;
}

function hintOf(field: string): ShareUnit | null {
  const plain = plainName(field);
  if (/(percent|pct|percentage)$/.test(plain)) return 'percent';
  return /(fraction|ratio)$/.test(plain) ? 'fraction' : null;
}

/** The field of a share and what it holds: null for null, undefined for what is no number. The field is null where there is none. */
export function readShare(
  object: JsonObject,
  aliases: readonly string[],
  tracer: Tracer,
): { readonly field: string | null; readonly share: WrittenShare | null | undefined } {
  const field = findField(object, aliases);
  if (field === null || isObject(object[field])) return { field: null, share: null };
  const number = readNumber(object[field]);
  if (number === undefined) return { field, share: undefined };
  if (number.coerced) tracer.changed(`${field}: text read as a number`);
  const share =
    number.value === null
      ? null
      : { value: number.value, hint: number.percent ? ('percent' as const) : hintOf(field) };
  return { field, share };
}
