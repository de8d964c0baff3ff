import { axisNames, maskKey, type RecipeBook } from '@answershare/core';
import type { Connection } from '../connection/connection.ts';
import { endpointsWithRecipe } from '../connection/recipes.ts';
import { evidenceOf, statusWords } from './explanation.ts';
import type { Meter } from './meter.ts';
import type { StatusFacts } from './status-facts.ts';

/** What a diagnosis is made of. No field holds a key but the connection's, which is masked. */
export interface DiagnosisSources {
  readonly version: string;
  readonly address: string;
  readonly connection: Connection | null;
  /** All recipes in use. */
  readonly recipes: RecipeBook;
  /** Why the stored connection cannot be used; null where it can or there is none. */
  readonly connectionFault: string | null;
  readonly facts: StatusFacts;
  readonly meter: Meter;
  readonly keptAnswers: number;
  readonly zone: string;
  readonly locale: string;
  /** Where it runs. */
  readonly place: string;
  readonly cache: string;
  readonly properties: string;
  readonly now: number;
}

export type DiagnosisRow = readonly [what: string, value: string];

const clock = (instant: number | null): string =>
  instant === null ? 'unknown' : `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const told = (value: number | string | null): string => (value === null ? 'unknown' : String(value));

/** How each endpoint's answers are read. */
function recipeRows(book: RecipeBook): readonly DiagnosisRow[] {
  return endpointsWithRecipe.map((endpoint): DiagnosisRow => {
    const known = (book[endpoint] ?? []).map(({ status }) => statusWords[status]);
    return [`Reading of ${endpoint}`, known.join(', ') || 'none: open the sidebar'];
  });
}

/** Rows that can be pasted into a report: everything that helps to find a fault, and no secret. */
function resetUnitOf({ profile }: Connection): string {
  const format = profile.limits?.minute[0]?.reset?.[1];
  return format === undefined || format === 'any' ? 'unknown' : format;
}

export function diagnosis(sources: DiagnosisSources): readonly DiagnosisRow[] {
  const { connection, facts, meter } = sources;
  const connected: DiagnosisRow[] =
    connection === null
      ? [['Connection', sources.connectionFault ?? 'none']]
      : [
          ['Connection', facts.state],
          ['Key', maskKey(connection.key)],
          ['Websites', told(connection.websites)],
          ['Form', told(facts.form)],
          ...evidenceOf(connection.profile, axisNames).map((clause): DiagnosisRow => ['Form by', clause]),
          ...recipeRows(sources.recipes),
          ['Reset counts in', resetUnitOf(connection)],
          [
            'Minute',
            `${told(facts.minute_left)} of ${told(facts.minute_limit)} left, reset ${clock(facts.minute_reset)}`,
          ],
          [
            'Day',
            `${told(facts.day_left)} of ${told(facts.day_limit)} left, reset ${clock(facts.day_reset)}`,
          ],
          ['Limits told', clock(facts.limits_seen)],
          ['Limit headers not read', meter.rate.unread.join('; ') || 'none'],
          ['Spent today, at least', told(facts.spent_today)],
          ['Last refresh', facts.last_refresh === null ? 'none' : clock(facts.last_refresh)],
        ];
  return [
    ['Add-on', sources.version],
    ['Now', clock(sources.now)],
    ['Service', sources.address],
    ...connected,
    ['Answers kept', `${sources.keptAnswers}, ${clock(facts.oldest_data)} to ${clock(facts.newest_data)}`],
    ['Spreadsheet zone', sources.zone],
    ['Spreadsheet locale', sources.locale],
    ['Runs in', sources.place],
    ['Cache', sources.cache],
    ['Document properties', sources.properties],
    ...meter.troubles.map(
      ({ code, sentence, at }): DiagnosisRow => ['Fault', `${clock(at)} [${code}] ${sentence}`],
    ),
  ];
}
