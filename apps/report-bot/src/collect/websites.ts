import { type ApiError, isApiError, type Result, type Website } from '@answershare/core';
import type { Kysely } from 'kysely';
import type { Day } from '../schedule/iso-week.ts';
import {
  type AskedQuestion,
  listedWebsites,
  questionKey,
  team,
  websitesListedOn,
} from '../store/snapshots.ts';
import type { Tables } from '../store/tables.ts';

export interface Listed {
  readonly websites: readonly Website[];
  /** True where it was asked for now. */
  readonly fresh: boolean;
  /** Why it could not be had now; the websites are then those of an earlier day. */
  readonly failure: ApiError | null;
}

/** How the list is asked for and kept. */
export interface ListQuestion {
  ask(): Promise<Result<readonly Website[]>>;
  save(answer: Result<readonly Website[]>): Promise<void>;
  fail(thrown: ApiError): Promise<void>;
}

/** A list that is older is no longer the team's. */
const longestAgeMs = 7 * 86_400_000;

/**
 * The team's websites: as listed on the day, else asked for, else the last list of seven days. Null where there is none
 * and the next attempt is still to come. Throws the fault where a person asks.
 */
export async function listWebsites(
  db: Kysely<Tables>,
  { now, day, patient }: { readonly now: number; readonly day: Day; readonly patient: boolean },
  asked: ReadonlyMap<string, AskedQuestion>,
  question: ListQuestion,
): Promise<Listed | null> {
  const kept = await websitesListedOn(db, day);
  if (kept !== null) return { websites: kept, fresh: false, failure: null };
  let failure: ApiError | null = null;
  const next = asked.get(questionKey(team, 'websites'))?.nextAttemptAt ?? null;
  if (!patient || next === null || next <= now) {
    try {
      const answer = await question.ask();
      await question.save(answer);
      return { websites: answer.value, fresh: true, failure: null };
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      await question.fail(thrown);
      if (!patient) throw thrown;
      failure = thrown;
    }
  }
  const earlier = await listedWebsites(db, now, now - longestAgeMs);
  if (earlier === null && failure === null) return null;
  return { websites: earlier ?? [], fresh: false, failure };
}
