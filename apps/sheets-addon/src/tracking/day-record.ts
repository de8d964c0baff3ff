import type { Authority, CalendarDate, Citations, Competitors, Website } from '@answershare/core';
import type { Answer, Given } from '../asks/ask.ts';
import type { DayRecord } from './history-rows.ts';

/** The three answers about one website that make a day's record. */
export interface DayAnswers {
  readonly authority: Answer<Authority>;
  readonly competitors: Answer<Competitors>;
  readonly citations: Answer<Pick<Citations, 'total' | 'byEngine'>>;
}

/** `of 100: Content 40 %, Links 60 %`; empty where the answer tells nothing of it. */
export function methodText({ scale, components }: Authority): string {
  const parts = components.map(({ name, weight }) =>
    weight === null ? name : `${name} ${Math.round(weight * 1000) / 10} %`,
  );
  const whole = scale === null ? '' : `of ${scale}`;
  return [whole, parts.join(', ')].filter((text) => text !== '').join(': ');
}

/**
 * One website's record of a day. A figure is that day's where the service answered on that day; an older one is left out,
 * because the two scores are told as of now and a past day's would be a false history.
 */
export function dayRecord(
  website: Website,
  date: CalendarDate,
  answers: DayAnswers,
  dateOf: (instant: number) => CalendarDate,
): DayRecord {
  const notes: string[] = [];
  function today<T>(what: keyof DayAnswers, answer: Answer<T>): Given<T> | null {
    if (!answer.ok) notes.push(`${what}: [${answer.code}]`);
    else if (dateOf(answer.fetchedAt) !== date) notes.push(`${what}: [old] ${dateOf(answer.fetchedAt)}`);
    else return answer;
    return null;
  }
  const authority = today('authority', answers.authority);
  const competitors = today('competitors', answers.competitors);
  const citations = today('citations', answers.citations);
  return {
    date,
    id: website.id,
    website: website.name ?? website.domain ?? website.id,
    authority: authority?.value.score ?? null,
    share: competitors?.value.shareOfVoice ?? null,
    citations: citations?.value.total ?? null,
    method: authority === null ? '' : methodText(authority.value),
    notes: notes.join('; '),
  };
}
