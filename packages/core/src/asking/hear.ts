import { type Exchange, emit, type HttpOutcome, now } from '../exchange/effect.ts';
import { redact } from '../keys/redact.ts';
import { readRate } from '../quota/headers.ts';
import type { RateState } from '../quota/rate-state.ts';
import { unitByFall } from '../quota/reset.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import { change, type Session } from './session.ts';

/** Headers by which a service says that it will change or end (RFC 9745, RFC 8594). */
const notices = ['deprecation', 'sunset'];

/** Learns what the headers of any answer tell: how much of the minute is left, in which unit a reset counts, what is announced. */
export function* hear(
  session: Session,
  endpoint: Endpoint,
  answer: Extract<HttpOutcome, { ok: true }>,
  leftAt: number,
): Exchange<RateState> {
  const { headers, status } = answer;
  const at = yield* now();
  const rate = readRate(headers, at, session.profile.resetUnit?.unit ?? null);
  const { minute, unread } = rate;
  change(session, { type: 'arrived', minute, leftAt, at });
  yield* emit({ type: 'response', endpoint, status });
  if (minute.resetAt !== null && (minute.unit === 'seconds' || minute.unit === 'milliseconds')) {
    const n = (minute.resetAt - at) / (minute.unit === 'seconds' ? 1_000 : 1);
    const unit =
      minute.sure && minute.unit === 'milliseconds'
        ? minute.unit
        : session.delta && unitByFall(session.delta, { n, at });
    change(session, { type: 'reset', sample: { n, at } });
    const known = session.profile.resetUnit?.unit;
    if (unit && unit !== known) {
      change(session, { type: 'unit', unit, at });
      yield* emit({ type: 'dialect', axis: 'resetUnit', value: unit, because: `a reset of ${n}` });
    }
  }
  for (const line of unread)
    yield* drift(session, endpoint, `the header ${line} could not be read`, line.split(':')[0]);
  for (const name of notices) {
    if (headers[name]) yield* drift(session, endpoint, `the service announces ${name}: ${headers[name]}`);
  }
  return rate;
}

/** Says once for each session what is not as known; `about` names it where the words change from answer to answer. */
export function* drift(session: Session, endpoint: Endpoint, what: string, about = what): Exchange<void> {
  if (session.reported.includes(about)) return;
  change(session, { type: 'reported', about });
  yield* emit({ type: 'drift', endpoint, what: redact(session.hidden.inText(what)) });
}
