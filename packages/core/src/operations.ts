import { fetchBody, fetchResult, type Result, throwUnreadable, toResult } from './answer.ts';
import type { SharedAnswer } from './cache/shared-answer.ts';
import { type DateSpan, toStartMs } from './calendar/calendar.ts';
import { addSpent } from './errors/api-error.ts';
import type { Exchange } from './exchange/effect.ts';
import { type CutBody, cutBody, cutToWindow, type FittedWindow } from './query/cut-to-window.ts';
import {
  type AnalyticsWindow,
  isDaily,
  toDateRange,
  type WindowDates,
  widenWindow,
  widestWindow,
} from './query/window.ts';
import type { ReadingTrace } from './recipes/read-by-recipe.ts';
import { readAndLearn } from './request/learn-recipes.ts';
import type { Query } from './request/request.ts';
import { applyEvent, computeDeadline, type Session } from './request/session.ts';
import type { Analytics, ResourceValues, Website } from './resources/resources.ts';

/**
 * The team's websites (specification §4, `GET /api/v1/websites`).
 * @param until deadline of the call, milliseconds since the epoch; so in each operation
 */
export function* websites(session: Session, until?: number): Exchange<Result<readonly Website[]>> {
  const { answer: _, ...result } = yield* fetchResult(session, { endpoint: 'websites' }, until);
  applyEvent(session, { type: 'websites', ids: result.value.map(({ id }) => id) });
  return result;
}

/** An analytics answer that can serve narrower windows. */
export type WideAnalytics = Result<Analytics> & { readonly answer: SharedAnswer };

/** Fetches exactly this window. */
export function* wideAnalytics(
  session: Session,
  website: string,
  window: AnalyticsWindow,
  until?: number,
): Exchange<WideAnalytics> {
  return yield* fetchResult(session, { endpoint: 'analytics', website, window }, until);
}

/** The dates of a window on the day of the request, even if midnight has passed since. */
function resolveAnswerDates(answer: SharedAnswer, window: AnalyticsWindow): WindowDates {
  const asOf = 'last' in window && answer.window ? toStartMs(answer.window.range.to) : null;
  return toDateRange(window, asOf ?? answer.fetchedAt);
}

/** Cuts an answer to a window; null for an answer without a window. */
function fitAnswer(
  wide: WideAnalytics,
  window: AnalyticsWindow,
): (FittedWindow & { readonly own: boolean }) | null {
  const asked = wide.answer.window;
  if (asked === null) return null;
  const dates = resolveAnswerDates(wide.answer, window);
  const own = asked.range.from === dates.range.from && asked.range.to === dates.range.to;
  return { ...cutToWindow(wide.value, { ...dates, how: own ? asked.how : 'sliced' }), own };
}

/** True if an answer contains a window; otherwise the window needs its own request. */
export function covers(wide: WideAnalytics, window: AnalyticsWindow): boolean {
  const fitted = fitAnswer(wide, window);
  return fitted === null || fitted.own || (fitted.ok && isDaily(wide.value));
}

/** Cuts a window out of an answer. @param before requests already spent by the call */
export function* cutAnalytics(
  session: Session,
  website: string,
  window: AnalyticsWindow,
  wide: WideAnalytics,
  before = 0,
): Exchange<Result<Analytics>> {
  const { answer, ...result } = wide;
  const spent = result.meta.spent + before;
  const fitted = fitAnswer(wide, window);
  if (fitted === null) return { ...result, meta: { ...result.meta, spent } };
  if (!fitted.ok) {
    const question = { endpoint: 'analytics', website, window } as const;
    return yield* throwUnreadable(session, question, answer, fitted.reason, spent);
  }
  const { trace } = result.meta;
  const notes = fitted.note === null ? trace.notes : trace.notes.concat(fitted.note);
  const meta = { ...result.meta, spent, trace: { ...trace, notes }, window: fitted.window };
  return { ...result, value: fitted.value, meta };
}

/**
 * Daily traffic and AI citations of exactly one window (specification §4, `GET /api/v1/analytics`). One answer of 90 days
 * serves every narrower window of a website.
 */
export function* analytics(
  session: Session,
  website: string,
  window: AnalyticsWindow,
  until?: number,
): Exchange<Result<Analytics>> {
  const deadline = until ?? computeDeadline(session);
  const wide = yield* wideAnalytics(session, website, widenWindow(window, session.host.now()), deadline);
  if (covers(wide, window)) return yield* cutAnalytics(session, website, window, wide);
  const { spent } = wide.meta;
  let own: WideAnalytics;
  try {
    own = yield* wideAnalytics(session, website, window, deadline);
  } catch (thrown) {
    throw addSpent(thrown, spent);
  }
  return yield* cutAnalytics(session, website, window, own, spent);
}

/** Citations, competitors or authority of a website (specification §4, `GET /api/v1/` and the endpoint's name). */
export function* websiteFigures<K extends 'citations' | 'competitors' | 'authority'>(
  session: Session,
  endpoint: K,
  website: string,
  until?: number,
): Exchange<Result<ResourceValues[K]>> {
  const { answer: _, ...result } = yield* fetchResult<K>(session, { endpoint, website }, until);
  return result;
}

const noTrace: ReadingTrace = { status: 'configured', fields: {}, assumes: [], notes: [] };

/** An analytics body cut to a window. */
export interface CutBodyAnswer extends CutBody {
  readonly window: DateSpan;
  /** The dates requested from the service; totals in the body cover them. */
  readonly asked: DateSpan;
}

/**
 * A body as received (`text`), readable or not. Analytics uses the same wide window as {@link analytics}, so one answer
 * serves both. The value is the body cut to the window; null for other endpoints and without a window.
 */
export function* fetchUnreadBody(
  session: Session,
  question: Query | { readonly endpoint: 'analytics'; readonly website: string; readonly window: null },
  until?: number,
): Exchange<Result<CutBodyAnswer | null>> {
  if (question.endpoint !== 'analytics')
    return toResult(session, yield* fetchBody(session, question, until), null, noTrace);
  const { website, window } = question;
  const asked = {
    endpoint: 'analytics',
    website,
    window: widenWindow(window ?? widestWindow, session.host.now()),
  } as const;
  const answer = yield* fetchBody(session, asked, until);
  if (window === null || answer.window === null) return toResult(session, answer, null, noTrace);
  const { range } = resolveAnswerDates(answer, window);
  const cut = cutBody(answer.body, range, yield* readAndLearn(session, 'analytics', answer.body));
  return toResult(session, answer, { ...cut, window: range, asked: answer.window.range }, noTrace);
}
