import { addDays, toCalendarDate } from '../calendar/calendar.ts';
import { bothWindows } from '../dialects/forms.ts';
import { otherForm, toDialect, toParameterForm } from '../dialects/profile.ts';
import {
  isMisunderstood,
  namesOtherParameter,
  recogniseWindow,
  rejectsParameter,
} from '../dialects/recognise-form.ts';
import { type ApiError, isApiError } from '../errors/api-error.ts';
import type { Exchange } from '../exchange/effect.ts';
import type { Reading } from '../recipes/read-by-recipe.ts';
import {
  buildRequest,
  encodeQuery,
  formatQueryString,
  type Query,
  type WebsiteQuery,
} from '../request/request.ts';
import { learnEvidence, type ServiceAnswer } from '../request/send-request.ts';
import type { Analytics } from '../resources/resources.ts';
import { type Inspection, recordFinding, sendProbe } from './probe.ts';
import { findOtherWebsite, learnInstead, learnParameter } from './sample-bodies.ts';

function listDates(reading: Reading<unknown> | null): readonly string[] {
  return reading?.ok ? (reading.value as Analytics).days.map(({ date }) => date) : [];
}

/** An analytics request with one name of the website parameter. */
interface Probe {
  readonly website: string;
  readonly name: 1 | 2;
  /** True with the window of one Form, false with both. */
  readonly plain: boolean;
  readonly url: string;
  readonly outcome: ServiceAnswer | ApiError;
}

/** Sends both windows, or one: three past dates in Form 1, ninety days in Form 2. */
function* probeOnce(inspection: Inspection, website: string, name: 1 | 2, plain: boolean): Exchange<Probe> {
  const { session } = inspection;
  const at = session.host.now();
  const [from, to] = [addDays(toCalendarDate(at), -9), addDays(toCalendarDate(at), -7)];
  const window = plain && name === 1 ? { from, to } : { last: 90 };
  const question: Query = { endpoint: 'analytics', website, window };
  const site = formatQueryString([[toDialect(name).websiteParameter, website]]);
  const query = plain
    ? encodeQuery(question, toDialect(name), toDialect(name), at).query
    : `${site}&${bothWindows(from, to)}`;
  const outcome = yield* sendProbe(inspection, question, query);
  return { website, name, plain, url: buildRequest(session, question, query).url, outcome };
}

const isRefused = ({ outcome }: Probe): boolean =>
  isApiError(outcome) &&
  outcome.kind !== 'bad_body' &&
  (rejectsParameter(outcome.status) || isMisunderstood(outcome.status, outcome.kind));

/**
 * Finds a request that is not refused. A 400 means the two windows or the name. Any other refusal, or one that names the
 * other parameter, means the name.
 */
function* probeUntilAnswered(
  inspection: Inspection,
  website: string,
): Exchange<{ readonly first: Probe; readonly probe: Probe }> {
  const name = toParameterForm(inspection.session.profile, 'analytics') ?? 1;
  const first = yield* probeOnce(inspection, website, name, false);
  if (!isRefused(first)) return { first, probe: first };
  const { status, kind, raw } = first.outcome as ApiError;
  const isName = !isMisunderstood(status, kind) || namesOtherParameter(name, raw);
  const plain = isName ? first : yield* probeOnce(inspection, website, name, true);
  if (!isRefused(plain)) return { first, probe: plain };
  const other = yield* probeOnce(inspection, website, otherForm(name), false);
  return { first, probe: isRefused(other) ? plain : other };
}

/** The probe with the name that the endpoint honours. */
function* probeHonoredName(inspection: Inspection, website: string): Exchange<Probe> {
  const window = { last: 90 } as const;
  const question: WebsiteQuery = { endpoint: 'analytics', website, window };
  const { first, probe } = yield* probeUntilAnswered(inspection, website);
  const { name, plain, outcome } = probe;
  if (isApiError(outcome)) return probe;
  if (first.name !== name) {
    yield* learnInstead(inspection, question, name, first.outcome, outcome, { fault: null, instead: null });
    return probe;
  }
  const learnt = yield* learnParameter(inspection, question, name, outcome, false);
  if (learnt.fault !== null) return { ...probe, outcome: learnt.fault };
  if (learnt.instead === null) return probe;
  const other = { ...question, website: findOtherWebsite(inspection, website) };
  const second = yield* probeOnce(inspection, other.website, learnt.instead, plain);
  if (!isApiError(second.outcome))
    yield* learnInstead(inspection, other, learnt.instead, outcome, second.outcome, learnt);
  return second;
}

/**
 * Sends a past three-day range and ninety days in one request. Only the three days indicate Form 1, other days Form 2, which
 * has no range (specification §4). One day more at either end may come from a time zone. No other request contains both
 * windows.
 */
export function* probeWindow(inspection: Inspection, first: string): Exchange<void> {
  const { session } = inspection;
  const { website, plain, url, outcome } = yield* probeHonoredName(inspection, first);
  const at = session.host.now();
  const question: Query = { endpoint: 'analytics', website, window: { last: 90 } };
  const dates = listDates(yield* recordFinding(inspection, question, outcome));
  if (plain) return learnEvidence(session, recogniseWindow(url, dates, at));
  const [from, to] = [addDays(toCalendarDate(at), -9), addDays(toCalendarDate(at), -7)];
  const count = dates.length;
  const outside = dates.some((date) => date < addDays(from, -1) || date > addDays(to, 1));
  const seen = `asked for 3 days and for 90 at once, got ${count}${outside && count < 8 ? ', and not those 3' : ''}`;
  if (!outside && count >= 2 && count <= 4) learnEvidence(session, ['window', { form: 1, seen, at }]);
  if (outside) learnEvidence(session, ['window', { form: 2, seen, at }]);
}
