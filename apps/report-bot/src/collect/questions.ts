import { type CurrentEndpoint, isApiError, type Website } from '@answershare/core';
import type { BotSettings } from '../settings/settings.ts';
import { type QuestionState, toQuestionKey } from '../store/snapshots.ts';
import type { Database } from '../store/tables.ts';
import { pluralize } from '../system/text.ts';
import type { WebsiteDirectory } from './website-directory.ts';
import { listMissingWebsites, selectWebsites } from './websites.ts';

/** One endpoint and one website. */
export interface SnapshotQuestion {
  readonly website: Website;
  readonly endpoint: (typeof dailyEndpoints)[number] | typeof weeklyEndpoint;
}

const dailyEndpoints = ['authority', 'competitors', 'citations'] as const satisfies CurrentEndpoint[];

/** It has a history of 90 days in one answer, so the first snapshot of a week is enough. */
export const weeklyEndpoint = 'analytics';

/**
 * The questions of a day. The weekly ones are last: their answer can wait, a missed day cannot.
 * @param answered websites whose weekly question has an answer from an earlier day
 */
export function listQuestions(
  websites: readonly Website[],
  answered: ReadonlySet<string>,
): readonly SnapshotQuestion[] {
  const open = websites.filter(({ id }) => !answered.has(id));
  return [
    ...websites.flatMap((website) => dailyEndpoints.map((endpoint) => ({ website, endpoint }))),
    ...open.map((website) => ({ website, endpoint: weeklyEndpoint }) as const),
  ];
}

/** The websites of all schedules, and a sentence per missing one. Without schedules all websites of the team. */
export function selectScheduledWebsites(
  settings: BotSettings,
  directory: WebsiteDirectory,
): { readonly websites: readonly Website[]; readonly gone: readonly string[] } {
  const audiences = [...settings.schedules, ...settings.alerts];
  if (audiences.length === 0) return { websites: directory.listed, gone: [] };
  const selections = audiences.map((schedule) => selectWebsites(schedule, directory));
  const ids = new Set(selections.flatMap(({ websites }) => websites.map((website) => website.id)));
  return {
    websites: directory.listed.filter((website) => ids.has(website.id)),
    gone: audiences.flatMap((schedule) => listMissingWebsites(schedule, directory)),
  };
}

/** Questions without an answer. */
export function selectUnanswered(
  questions: readonly SnapshotQuestion[],
  asked: ReadonlyMap<string, QuestionState>,
): readonly SnapshotQuestion[] {
  return questions.filter((question) => findState(asked, question)?.answered !== true);
}

/**
 * Orders open questions: new ones before failed ones, so that a failing website blocks no other. Omits those whose
 * next attempt is after `now`.
 */
export function orderQuestions(
  open: readonly SnapshotQuestion[],
  asked: ReadonlyMap<string, QuestionState>,
  now: number | null,
): readonly SnapshotQuestion[] {
  const failed = (question: SnapshotQuestion): boolean => findState(asked, question) !== undefined;
  const waits = (question: SnapshotQuestion): boolean =>
    now !== null && (findState(asked, question)?.nextAttemptAt ?? 0) > now;
  return [
    ...open.filter((question) => !failed(question)),
    ...open.filter((question) => failed(question) && !waits(question)),
  ];
}

function findState(
  asked: ReadonlyMap<string, QuestionState>,
  { website, endpoint }: SnapshotQuestion,
): QuestionState | undefined {
  return asked.get(toQuestionKey(website.id, endpoint));
}

export function formatRemaining(left: ReadonlySet<SnapshotQuestion>): string {
  const websites = new Set([...left].map(({ website }) => website.id));
  return `Left for today: ${pluralize(left.size, 'answer')} about ${pluralize(websites.size, 'website')}; run "answershare snapshot" again later.`;
}

const minuteMs = 60_000;

/** An hour after a failure, and not before the service allows it. */
export function computeNextAttempt(thrown: unknown, now: number): Date {
  const fault = isApiError(thrown) ? thrown : null;
  const least = fault?.kind === 'burst' ? minuteMs : 60 * minuteMs;
  return new Date(Math.max(now + least, fault?.retryAt ?? 0));
}

/** The name of the work on a service. */
const toTaskName = (service: string) => (service === '' ? 'collect' : (`collect ${service}` as const));

/** Pauses collecting from a service in every process. */
export async function pauseCollecting(
  db: Database,
  service: string,
  now: number,
  until: Date,
): Promise<void> {
  const row = { looked_at: new Date(now), not_before: until };
  await db
    .insertInto('task')
    .values({ name: toTaskName(service), ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** When the pause of a service ends; null without one. Ignores a pause from a clock that was ahead. */
export async function readPauseEnd(db: Database, service: string, now: number): Promise<Date | null> {
  const paused = await db
    .selectFrom('task')
    .select('not_before')
    .where('name', '=', toTaskName(service))
    .where('not_before', '>', new Date(now))
    .where('looked_at', '<=', new Date(now + 10 * minuteMs))
    .executeTakeFirst();
  return paused?.not_before ?? null;
}
