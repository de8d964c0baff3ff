import type { HttpOutcome, HttpRequest } from '../../src/index.ts';
import { type DaysGiven, goodBody } from './good-bodies.ts';
import { type BodyStyle, goodPlan, type Plan, type WaitForm } from './response-plans.ts';

export const key = 'rs_live_Zq9vXw8yTr7uSp6oNm5l';

/** What a request got, and until when it forbids others, milliseconds since the epoch. */
export interface Served {
  readonly outcome: HttpOutcome;
  /** The service wants no request of this key before. */
  readonly notBefore: number | null;
  readonly plan: Plan;
}

const echoed = (text: string): string => text.split('KEY').join(key);

/** A character by an escape of JSON, or percent-encoded. */
const escapedAs = (character: string): string => {
  const hex = character.charCodeAt(0).toString(16);
  return character === '_' ? `%${hex}` : `\\u00${hex}`;
};

const dressed: Readonly<Record<BodyStyle, (body: object) => string>> = {
  plain: (body) => JSON.stringify(body),
  bom: (body) => `\uFEFF${JSON.stringify(body)}`,
  spaced: (body) => `\r\n\t${JSON.stringify(body, null, 3)}  \n\n`,
  wide: (body) => JSON.stringify({ ...body, 'größe ✓ 𝒜': 'ß\u2028\ud800' }),
  escaped: (body) =>
    JSON.stringify({ ...body, owner: 'OWNER' }).replace('OWNER', key.replace(/[Z9_]/g, escapedAs)),
  echo: (body) => JSON.stringify({ ...body, owner: echoed('KEY keyKEY') }),
};

/** Header and message of a wait, and how long it is in milliseconds where it starts at `now`. */
const waits: Readonly<
  Record<WaitForm, (s: number, now: number) => { headers: object; message: string; ms: number }>
> = {
  seconds: (s) => ({ headers: { 'retry-after': `${s}` }, message: '', ms: s * 1000 }),
  fraction: (s) => ({ headers: { 'retry-after': `${s}.5` }, message: '', ms: s * 1000 + 500 }),
  date: (s, now) => {
    const at = Math.floor(now / 1000 + s) * 1000;
    return { headers: { 'retry-after': new Date(at).toUTCString() }, message: '', ms: at - now };
  },
  dated: (s, now) => {
    const date = new Date(now + 3_600_000).toUTCString();
    const after = new Date(now + 3_600_000 + s * 1000).toUTCString();
    return { headers: { date, 'retry-after': after }, message: '', ms: s * 1000 };
  },
  duration: (s) => ({ headers: { 'retry-after': `${s}s` }, message: '', ms: s * 1000 }),
  message: (s) => ({ headers: {}, message: `. Retry in ${s} seconds`, ms: s * 1000 }),
  absent: () => ({ headers: {}, message: '', ms: 60_000 }),
};

/** Until when the headers of an answer say that the day is used up: the reset they name, else an hour; null where they do not. */
function endOfDay(headers: Readonly<Record<string, string>>, now: number): number | null {
  if (headers['x-dailyquota-remaining'] !== '0') return null;
  const reset = Date.parse(headers['x-dailyquota-reset'] ?? '');
  return reset > now ? reset : now + 3_600_000;
}

const good = (url: URL, now: number, dress: BodyStyle, days: DaysGiven, more: object): HttpOutcome => {
  const isNobody = /=answershare-asks-who-is-there(&|$)/.test(url.search);
  const text = isNobody
    ? '{"error":{"code":"not_found","message":"No such website."}}'
    : dressed[dress](goodBody(url, now, days, more));
  return { ok: true, status: isNobody ? 404 : 200, headers: {}, text };
};

/** Carries a plan out for a request that is answered at `now`. `serial` makes every good body another. */
export function serve(request: HttpRequest, plan: Plan | undefined, now: number, serial: number): Served {
  const { latencyMs, ...does } = plan ?? goodPlan;
  const url = new URL(request.url);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(does.headers)) headers[name] = echoed(value);
  const served = (outcome: HttpOutcome, notBefore: number | null = null): Served => ({
    outcome: outcome.ok ? { ...outcome, headers: { ...headers, ...outcome.headers } } : outcome,
    notBefore,
    plan: { latencyMs, ...does },
  });
  if (latencyMs >= request.timeoutMs)
    return served({ ok: false, kind: 'timeout', message: `${latencyMs} ms` });
  const answer = (status: number, text: string): HttpOutcome => ({ ok: true, status, headers: {}, text });
  const refusal = (code: string, message: string): string =>
    JSON.stringify({ error: { code: echoed(code), message: echoed(message) }, serial });
  switch (does.does) {
    case 'good': {
      const site = url.searchParams.get('websiteId') ?? url.searchParams.get('website_id');
      const named = does.names && site !== null ? { websiteId: site, serial } : { serial };
      return served(good(url, now, does.dress, does.days, named), endOfDay(headers, now));
    }
    case 'body':
      return served(answer(does.status, echoed(does.text)));
    case 'refuse':
      return served(answer(does.status, refusal(does.code, does.message)));
    case 'fail':
      return served({ ok: false, kind: does.how, message: echoed('reset by KEY') });
    case 'limit': {
      const { headers: waitHeaders, message, ms } = waits[does.form](does.seconds, now);
      const outcome = answer(429, refusal(does.code, `Enough, ${key}${message}`));
      return served({ ...outcome, headers: { ...headers, ...waitHeaders } } as HttpOutcome, now + ms);
    }
  }
}
