import { type Exchange, type HeaderSample, type HttpOutcome, learnLimitsByHost } from '../exchange/effect.ts';
import { readOutcomeLimits } from '../faults/classify-fault.ts';
import type { ParsedBody } from '../json/parse-json.ts';
import { redact } from '../keys/redact.ts';
import {
  type HeaderField,
  type LimitsRecipe,
  type RateState,
  specifiedLimits,
} from '../quota/limits-recipe.ts';
import type { Endpoint } from '../resources/resources.ts';
import { applyEvent, type Session } from './session.ts';

/** Headers that announce a change or an end of the service (RFC 9745, RFC 8594). */
const noticeHeaders = ['deprecation', 'sunset'];

/**
 * Reads the limits in the headers of any answer and reports announcements. The host may infer a recipe for a header that is
 * new, differently formatted or of unknown unit.
 */
export function* observeHeaders(
  session: Session,
  endpoint: Endpoint,
  answer: Extract<HttpOutcome, { ok: true }>,
  parsed: ParsedBody,
  sentAt: number,
): Exchange<RateState> {
  const { headers, status } = answer;
  const at = session.host.now();
  const read = (limits: LimitsRecipe): RateState => readOutcomeLimits(limits, answer, at, parsed);
  const rate = yield* observeRate(session, { headers, at }, read);
  applyEvent(session, { type: 'received', minute: rate.minute, sentAt, at });
  session.host.emit?.({ type: 'response', endpoint, status });
  for (const line of rate.unread)
    reportDrift(session, endpoint, `the header ${line} could not be read`, line.split(':')[0]);
  for (const name of noticeHeaders) {
    if (headers[name]) reportDrift(session, endpoint, `the service announces ${name}: ${headers[name]}`);
  }
  return rate;
}

/** Between closer answers a reset falls too little to show its unit, milliseconds. */
const minResetFallMs = 3_000;

const listResets = ({ minute, day }: LimitsRecipe): readonly HeaderField[] =>
  [...minute, ...day].flatMap(({ reset }) => (reset ? [reset] : []));

function* observeRate(
  session: Session,
  sample: HeaderSample,
  read: (limits: LimitsRecipe) => RateState,
): Exchange<RateState> {
  const { headers, at } = sample;
  const known = session.profile.limits ?? specifiedLimits;
  const rate = read(known);
  const last = session.headers[session.headers.length - 1];
  const isNew = Object.keys(headers).some((name) => !session.headerNames.has(name));
  const isUnread = rate.unread.some((line) => !session.reported.includes(line.split(':')[0] || ''));
  const hasUnknownUnit =
    last !== undefined &&
    at >= last.at + minResetFallMs &&
    listResets(known).some(([name, format]) => format === 'any' && headers[name] !== undefined);
  if (!isNew && !isUnread && !hasUnknownUnit) return rate;
  applyEvent(session, { type: 'headers', sample });
  const limits = yield* learnLimitsByHost(session.headers, known);
  if (limits === undefined || JSON.stringify(limits) === JSON.stringify(known)) return rate;
  applyEvent(session, { type: 'limits', limits });
  for (const [name, value] of listResets(limits)) {
    const isKnown = listResets(known).some((reset) => reset[0] === name && reset[1] === value);
    const because = `${name}: ${headers[name]}`;
    if (!isKnown && value !== 'any')
      session.host.emit?.({ type: 'dialect', axis: 'resetUnit', value, because });
  }
  return read(limits);
}

/** Emits a drift event once per session; `about` identifies it if the text varies. */
export function reportDrift(session: Session, endpoint: Endpoint, what: string, about = what): void {
  if (session.reported.includes(about)) return;
  applyEvent(session, { type: 'reported', about });
  session.host.emit?.({ type: 'drift', endpoint, what: redact(session.hidden.inText(what)) });
}
