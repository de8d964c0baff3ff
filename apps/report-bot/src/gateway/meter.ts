import { type CalendarDate, toCalendarDate } from '@answershare/core';
import { addGatewayUse, deleteOldMinutes, type GatewayKey, type GatewayUse } from '../store/gateway-keys.ts';
import type { Database } from '../store/tables.ts';
import { createQueue } from '../system/queue.ts';

/** The state of one limit of a key. */
interface LimitUse {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

/** Both limits after a request, and the one that refuses it. */
export interface KeyUse {
  readonly minute: LimitUse;
  readonly day: LimitUse;
  readonly refusedBy: 'minute' | 'day' | null;
}

/** Counts the requests of keys. All processes on one ledger see each other's counts a second later. */
export interface Meter {
  count(key: GatewayKey): Promise<KeyUse>;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
}

interface Span {
  /** Of all processes, as last read; the own requests of `pending` are not in it. */
  known: number;
  /** Not written yet. */
  pending: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

const endSpan = (at: number, ms: number): number => (Math.floor(at / ms) + 1) * ms;

/** When the minute of a moment ends. */
export const endMinute = (at: number): number => endSpan(at, minuteMs);

const toSpans = (now: number): { readonly minute: string; readonly day: CalendarDate } => ({
  minute: new Date(now).toISOString().slice(0, 16),
  day: toCalendarDate(now),
});

/** @param now milliseconds since the epoch */
export function createMeter(db: Database, now: () => number): Meter {
  const spans = new Map<string, Map<string, Span>>();
  const inOrder = createQueue();
  let cleanedOn: string | null = null;

  const load = async (key: string, names: readonly string[]): Promise<Map<string, Span>> => {
    const read = await addGatewayUse(
      db,
      names.map((span) => ({ key, span, requests: 0 })),
      now(),
    );
    const own = spans.get(key) ?? new Map<string, Span>();
    for (const { span, requests } of read) if (!own.has(span)) own.set(span, { known: requests, pending: 0 });
    for (const name of own.keys())
      if (!names.includes(name) && own.get(name)?.pending === 0) own.delete(name);
    spans.set(key, own);
    return own;
  };

  return {
    count: async ({ id, perMinute, perDay }) => {
      const at = now();
      const { minute, day } = toSpans(at);
      let own = spans.get(id);
      if (own?.has(minute) !== true || !own.has(day)) own = await load(id, [minute, day]);
      const use = (name: string, limit: number, resetAt: number): LimitUse => {
        const { known = 0, pending = 0 } = own.get(name) ?? {};
        return { limit, remaining: Math.max(0, limit - known - pending), resetAt };
      };
      const state = () => ({
        minute: use(minute, perMinute, endMinute(at)),
        day: use(day, perDay, endSpan(at, dayMs)),
      });
      const before = state();
      if (before.day.remaining === 0) return { ...before, refusedBy: 'day' };
      if (before.minute.remaining === 0) return { ...before, refusedBy: 'minute' };
      for (const name of [minute, day]) {
        const span = own.get(name);
        if (span !== undefined) span.pending += 1;
      }
      return { ...state(), refusedBy: null };
    },
    // One after another: what is being written is still pending.
    flush: () =>
      inOrder(async () => {
        const uses: GatewayUse[] = [];
        for (const [key, own] of spans)
          for (const [span, { pending }] of own) if (pending > 0) uses.push({ key, span, requests: pending });
        if (uses.length === 0) return;
        for (const { key, span, requests } of await addGatewayUse(db, uses, now())) {
          const known = spans.get(key)?.get(span);
          const sent = uses.find((use) => use.key === key && use.span === span)?.requests ?? 0;
          if (known !== undefined) {
            known.known = requests;
            known.pending -= sent;
          }
        }
        const { day } = toSpans(now());
        if (cleanedOn !== day) await deleteOldMinutes(db, day);
        cleanedOn = day;
      }),
  };
}
