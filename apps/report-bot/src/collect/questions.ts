import type { Website } from '@answershare/core';
import { counted } from '../counted.ts';
import { audience } from '../run/audience.ts';
import type { Settings } from '../settings/settings.ts';
import { type AskedQuestion, questionKey } from '../store/snapshots.ts';

/** One endpoint about one website, asked once a day. */
export interface Question {
  readonly website: Website;
  readonly endpoint: (typeof endpoints)[number];
}

const endpoints = ['authority', 'competitors', 'citations'] as const;

export function questionsOf(websites: readonly Website[]): readonly Question[] {
  return websites.flatMap((website) => endpoints.map((endpoint) => ({ website, endpoint })));
}

/** The websites of all schedules, each once, and a sentence for each that is not listed; all of the team without schedules. */
export function chosen(
  settings: Settings,
  listed: readonly Website[],
): { readonly websites: readonly Website[]; readonly gone: readonly string[] } {
  if (settings.schedules.length === 0) return { websites: listed, gone: [] };
  const audiences = settings.schedules.map((schedule) => audience(schedule, listed));
  const ids = new Set(audiences.flatMap(({ websites }) => websites.map((website) => website.id)));
  return {
    websites: listed.filter((website) => ids.has(website.id)),
    gone: audiences.flatMap(({ gone }) => gone.map(({ reason }) => reason)),
  };
}

/** Those of the questions that have no answer yet. */
export function unanswered(
  questions: readonly Question[],
  asked: ReadonlyMap<string, AskedQuestion>,
): readonly Question[] {
  return questions.filter((question) => stateOf(asked, question)?.answered !== true);
}

/**
 * What may be asked at `now`, or at all for null: what was never asked before what failed, so that a website that always
 * fails holds no other one up.
 */
export function inTurn(
  open: readonly Question[],
  asked: ReadonlyMap<string, AskedQuestion>,
  now: number | null,
): readonly Question[] {
  const failed = (question: Question): boolean => stateOf(asked, question) !== undefined;
  const waits = (question: Question): boolean =>
    now !== null && (stateOf(asked, question)?.nextAttemptAt ?? 0) > now;
  return [
    ...open.filter((question) => !failed(question)),
    ...open.filter((question) => failed(question) && !waits(question)),
  ];
}

function stateOf(
  asked: ReadonlyMap<string, AskedQuestion>,
  { website, endpoint }: Question,
): AskedQuestion | undefined {
  return asked.get(questionKey(website.id, endpoint));
}

export function nameOf({ domain, name, id }: Website): string {
  return domain ?? name ?? id;
}

export function leftWords(left: ReadonlySet<Question>): string {
  const websites = new Set([...left].map(({ website }) => website.id));
  return `Left for today: ${counted(left.size, 'answer')} about ${counted(websites.size, 'website')}; run "answershare snapshot" again later.`;
}
