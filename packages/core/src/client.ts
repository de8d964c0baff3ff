import type { Analytics } from './analytics/analytics.ts';
import { readAnalytics } from './analytics/read-analytics.ts';
import type { Question } from './asking/question.ts';
import type { Session } from './asking/session.ts';
import type { Authority } from './authority/authority.ts';
import { readAuthority } from './authority/read-authority.ts';
import type { Citations } from './citations/citations.ts';
import { readCitations } from './citations/read-citations.ts';
import type { Competitors } from './competitors/competitors.ts';
import { readCompetitors } from './competitors/read-competitors.ts';
import { type Exchange, now } from './exchange/effect.ts';
import { ApiError } from './faults/api-error.ts';
import { sentenceFor } from './faults/sentences.ts';
import { keepFault, type SharedAnswer, sharedAnswer } from './freshness/shared-answer.ts';
import { redact } from './keys/redact.ts';
import { readRate } from './quota/headers.ts';
import { parseBody } from './reading/json.ts';
import { echoedWebsite } from './reading/site.ts';
import type { Reading } from './reading/trace.ts';
import type { Result } from './result.ts';
import { readWebsites } from './websites/read-websites.ts';
import type { Website } from './websites/website.ts';
import { fitWindow } from './windows/fit.ts';
import type { AnalyticsWindow } from './windows/window.ts';

/** Refuses an answer and keeps the refusal in its place, so that it is asked for again before long. */
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
    raw: redact(answer.text).slice(0, 2_000),
  });
  yield* keepFault(session, question, error);
  throw error;
}

function* ask<T>(
  session: Session,
  question: Question,
  read: (body: unknown) => Reading<T>,
): Exchange<Result<T> & { answer: SharedAnswer }> {
  const deadline = (yield* now()) + session.deadlineMs;
  const answer = yield* sharedAnswer(session, question, deadline);
  const parsed = parseBody(answer.text);
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
  const reading = read(parsed.body);
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
      rate: readRate(answer.headers, answer.fetchedAt),
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

/** Daily traffic and AI citations of a window (specification §4, `GET /api/v1/analytics`). Only days of that window are given. */
export function* analytics(
  session: Session,
  website: string,
  window: AnalyticsWindow,
): Exchange<Result<Analytics>> {
  const { answer, ...result } = yield* ask(
    session,
    { endpoint: 'analytics', website, window },
    readAnalytics,
  );
  if (answer.window === null) return result;
  const fitted = fitWindow(result.value, answer.window);
  if (!fitted.ok) {
    return yield* refuse(session, { endpoint: 'analytics', website, window }, answer, fitted.reason);
  }
  const { trace } = result.meta;
  const notes = fitted.note === null ? trace.notes : trace.notes.concat(fitted.note);
  const meta = { ...result.meta, trace: { ...trace, notes }, window: fitted.window };
  return { ...result, value: fitted.value, meta };
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
