import type { Analytics } from './analytics/analytics.ts';
import { readAnalytics } from './analytics/read-analytics.ts';
import type { Question } from './asking/question.ts';
import { readingOf, type Session } from './asking/session.ts';
import type { Authority } from './authority/authority.ts';
import { readAuthority } from './authority/read-authority.ts';
import type { Citations } from './citations/citations.ts';
import { readCitations } from './citations/read-citations.ts';
import type { Competitors } from './competitors/competitors.ts';
import { readCompetitors } from './competitors/read-competitors.ts';
import { type Exchange, now } from './exchange/effect.ts';
import { ApiError } from './faults/api-error.ts';
import { sentenceFor } from './faults/sentences.ts';
import { keepBriefly, type SharedAnswer, sharedAnswer } from './freshness/shared-answer.ts';
import { parseBody } from './reading/json.ts';
import type { ReadingOptions } from './reading/reader.ts';
import { echoedWebsite } from './reading/site.ts';
import type { Reading } from './reading/trace.ts';
import type { Result } from './result.ts';
import { readWebsites } from './websites/read-websites.ts';
import type { Website } from './websites/website.ts';
import { fitWindow } from './windows/fit.ts';
import { datesOf } from './windows/resolve.ts';
import { isDaily, widened } from './windows/widen.ts';
import type { AnalyticsWindow } from './windows/window.ts';

/** Refuses an answer, which is asked for again before long. */
function* refuse(
  session: Session,
  question: Question,
  answer: SharedAnswer,
  reason: string,
): Exchange<never> {
  const subject = { endpoint: question.endpoint, website: null, baseUrl: session.baseUrl };
  const error = new ApiError({
    kind: 'shape',
    owner: 'service',
    ...sentenceFor('shape', subject, { said: reason }),
    status: answer.status,
    spent: answer.spent,
    raw: answer.text,
  });
  yield* keepBriefly(session, question, answer, error);
  throw error;
}

function* ask<T>(
  session: Session,
  question: Question,
  read: (body: unknown, options: ReadingOptions) => Reading<T>,
): Exchange<Result<T> & { answer: SharedAnswer }> {
  const deadline = (yield* now()) + session.deadlineMs;
  const answer = yield* sharedAnswer(session, question, deadline);
  const parsed =
    answer.body === undefined ? parseBody(answer.text) : { ok: true as const, body: answer.body };
  if (!parsed.ok) return yield* refuse(session, question, answer, parsed.what);
  if (question.endpoint !== 'websites') {
    const about = echoedWebsite(parsed.body);
    if (about !== null && about !== question.website) {
      return yield* refuse(
        session,
        question,
        answer,
        `it is about the website "${about}", not "${question.website}"`,
      );
    }
  }
  const reading = read(parsed.body, readingOf(session, question.endpoint));
  if (!reading.ok) return yield* refuse(session, question, answer, reading.reason);
  return {
    value: reading.value,
    text: answer.text,
    meta: {
      source: answer.source,
      fetchedAt: answer.fetchedAt,
      spent: answer.spent,
      status: answer.status,
      dialect: session.profile,
      rate: answer.rate,
      fault: answer.fault,
      trace: reading.trace,
    },
    answer,
  };
}

/** The team's websites (specification §4, `GET /api/v1/websites`). */
export function* websites(session: Session): Exchange<Result<readonly Website[]>> {
  const { answer: _, ...result } = yield* ask(session, { endpoint: 'websites' }, readWebsites);
  return result;
}

/** An analytics answer that may serve narrower windows than its own. */
export type WideAnalytics = Result<Analytics> & { readonly answer: SharedAnswer };

/** Asks for the last 90 days where the window lies within them, else for the window itself. */
export function* wideAnalytics(
  session: Session,
  website: string,
  window: AnalyticsWindow,
): Exchange<WideAnalytics> {
  return yield* ask(session, { endpoint: 'analytics', website, window }, readAnalytics);
}

/** Cuts a window out of a wide answer; where that has not its days, the window is asked for by itself. */
export function* cutAnalytics(
  session: Session,
  website: string,
  window: AnalyticsWindow,
  wide: WideAnalytics,
): Exchange<Result<Analytics>> {
  const { range, days } = datesOf(window, wide.meta.fetchedAt);
  const asked = wide.answer.window;
  const own = asked === null || (asked.range.from === range.from && asked.range.to === range.to);
  const cuts = own || (isDaily(wide.value) && fitWindow(wide.value, { range, days, how: 'sliced' }).ok);
  const from = cuts ? wide : yield* wideAnalytics(session, website, window);
  const { answer, ...result } = from;
  if (answer.window === null) return result;
  const how = from === wide && !own ? 'sliced' : answer.window.how;
  const fitted = fitWindow(result.value, { range, days, how });
  if (!fitted.ok) {
    return yield* refuse(session, { endpoint: 'analytics', website, window }, answer, fitted.reason);
  }
  const { trace } = result.meta;
  const notes = fitted.note === null ? trace.notes : trace.notes.concat(fitted.note);
  const spent = wide.meta.spent + (from === wide ? 0 : from.meta.spent);
  const meta = { ...result.meta, spent, trace: { ...trace, notes }, window: fitted.window };
  return { ...result, value: fitted.value, meta };
}

/**
 * Daily traffic and AI citations of a window (specification §4, `GET /api/v1/analytics`). Only days of that window are
 * given. One answer of 90 days serves every narrower window of a website.
 */
export function* analytics(
  session: Session,
  website: string,
  window: AnalyticsWindow,
): Exchange<Result<Analytics>> {
  const wide = yield* wideAnalytics(session, website, widened(window, yield* now()));
  return yield* cutAnalytics(session, website, window, wide);
}

/** The per-engine citation feed (specification §4, `GET /api/v1/citations`). */
export function* citations(session: Session, website: string): Exchange<Result<Citations>> {
  const { answer: _, ...result } = yield* ask(session, { endpoint: 'citations', website }, readCitations);
  return result;
}

/** Share of voice and the competitor list (specification §4, `GET /api/v1/competitors`). */
export function* competitors(session: Session, website: string): Exchange<Result<Competitors>> {
  const { answer: _, ...result } = yield* ask(session, { endpoint: 'competitors', website }, readCompetitors);
  return result;
}

/** The Entity Authority Score breakdown (specification §4, `GET /api/v1/authority`). */
export function* authority(session: Session, website: string): Exchange<Result<Authority>> {
  const { answer: _, ...result } = yield* ask(session, { endpoint: 'authority', website }, readAuthority);
  return result;
}
