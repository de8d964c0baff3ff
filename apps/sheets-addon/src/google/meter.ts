import { type DialectProfile, readRate } from '@answershare/core';
import type { Meter } from '../actions/office.ts';
import { takeHeard } from './http.ts';

/** What is known of the key's limits is shared by everybody in the file, and old after a while. */
const slot = 'meter';
const seconds = 21_600;

type Limit = Meter['rate']['minute'];

/** Of two states told together the one with less left is the later one. */
function later(one: Limit, other: Limit): Limit {
  if (one.remaining === null) return other;
  return other.remaining === null || one.remaining <= other.remaining ? one : other;
}

function stored(): Meter | null {
  const text = CacheService.getDocumentCache()?.get(slot) ?? null;
  return text === null ? null : (JSON.parse(text) as Meter);
}

let known: Meter | null | undefined;

/** What the answers so far told of the limits; null where none came lately. */
export function meterNow(profile: DialectProfile | null): Meter | null {
  if (known === undefined) known = stored();
  const heard = takeHeard();
  if (heard.length === 0) return known;
  const at = Date.now();
  const unit = profile?.resetUnit?.unit ?? null;
  const told = heard
    .map((headers) => readRate(headers, at, unit))
    .reduce((one, other) => ({
      minute: later(one.minute, other.minute),
      day: later(one.day, other.day),
      unread: one.unread,
    }));
  const day = told.day.remaining === null && known !== null ? known.rate.day : told.day;
  known = { rate: { ...told, day }, at };
  CacheService.getDocumentCache()?.put(slot, JSON.stringify(known), seconds);
  return known;
}

/** Another key has other limits. */
export function forgetMeter(): void {
  takeHeard();
  known = null;
  CacheService.getDocumentCache()?.remove(slot);
}
