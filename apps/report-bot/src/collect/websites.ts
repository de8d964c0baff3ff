import { type ApiError, type CalendarDate, isApiError, type Result, type Website } from '@answershare/core';
import type { DigestAudience, DigestSchedule } from '../settings/settings.ts';
import { splitAudience } from '../settings/split-audience.ts';
import { type QuestionState, toQuestionKey } from '../store/snapshots.ts';
import type { Database } from '../store/tables.ts';
import {
  readLatestWebsites,
  readListFailure,
  readWebsitesListedOn,
  toListKey,
} from '../store/website-lists.ts';
import { NoDigestError, UserError } from '../system/errors.ts';
import { explainReference, resolveReference, type WebsiteDirectory } from './website-directory.ts';

/** The websites of a schedule, in its order, and its references that the service does not list. */
interface WebsiteSelection {
  readonly websites: readonly Website[];
  readonly gone: readonly string[];
}

type WebsiteNames = Pick<DigestSchedule, 'id' | 'websites' | 'readers'>;

export function selectWebsites(schedule: WebsiteNames, directory: WebsiteDirectory): WebsiteSelection {
  if (schedule.websites === 'all') return { websites: directory.listed, gone: [] };
  const websites: Website[] = [];
  const gone: string[] = [];
  for (const reference of schedule.websites) {
    const found = resolveReference(directory, reference);
    if (found.length === 0) gone.push(reference);
    websites.push(...found);
  }
  return { websites: [...new Set(websites)], gone };
}

const explainMissing = (schedule: WebsiteNames, directory: WebsiteDirectory, reference: string): string =>
  `Schedule "${schedule.id}": ${explainReference(directory, reference)} ${formatCorrection(schedule)}`;

const formatCorrection = ({ readers }: WebsiteNames): string =>
  readers === undefined ? 'Correct "websites" of this schedule.' : `Correct the websites of ${readers}.`;

/** Why websites of a schedule, and of its readers, are missing; a sentence for each website. */
export function listMissingWebsites(
  schedule: DigestAudience,
  directory: WebsiteDirectory,
): readonly string[] {
  const first = new Map<string, string>();
  for (const part of [schedule, ...splitAudience(schedule)])
    for (const reference of selectWebsites(part, directory).gone)
      if (!first.has(reference)) first.set(reference, explainMissing(part, directory, reference));
  return [...first.values()];
}

export const noWebsiteMessage =
  'This key has no website. Add one on the page of the service where you made the key, then take a snapshot with "answershare snapshot".';

/** As {@link selectWebsites}. Throws a {@link NoDigestError} if the key has no website, or every website is missing. */
export function requireWebsites(schedule: WebsiteNames, directory: WebsiteDirectory): WebsiteSelection {
  if (directory.listed.length === 0) throw new NoDigestError(noWebsiteMessage);
  const found = selectWebsites(schedule, directory);
  const [first, ...rest] = found.gone;
  if (found.websites.length > 0 || first === undefined) return found;
  if (rest.length === 0) throw new NoDigestError(explainMissing(schedule, directory, first), 2);
  const names = found.gone.map((reference) => `"${reference}"`).join(', ');
  throw new NoDigestError(
    `Schedule "${schedule.id}": none of its websites is listed for this key (${names}). ${formatCorrection(schedule)}`,
    2,
  );
}

export interface ListedWebsites {
  readonly websites: readonly Website[];
  /** True if it was requested now. */
  readonly fresh: boolean;
  /** Why the request failed, or its answer is not believed; the websites are then of an earlier day. */
  readonly failure: ApiError | UserError | null;
}

/** How the list of a service is requested and stored. */
interface WebsiteListRequest {
  readonly service: string;
  ask(): Promise<Result<readonly Website[]>>;
  save(answer: Result<readonly Website[]>): Promise<void>;
  fail(thrown: ApiError | UserError): Promise<void>;
}

/** A list of websites from the ledger is used for so long. */
export const maxListAgeMs = 7 * 86_400_000;

const shrunkMessage = 'The service lists fewer than half of the websites of the last list: ';

/**
 * Why a list of websites is not believed; null if it is. A list without websites never is, one without most of the
 * websites of the last list only from the second day on: a deploy or a wrong team may be behind it.
 */
async function findListFault(
  db: Database,
  day: CalendarDate,
  listed: readonly Website[],
  earlier: readonly Website[] | null,
  service: string,
): Promise<UserError | null> {
  const ids = new Set(listed.map(({ id }) => id));
  const before = earlier ?? [];
  const kept = before.filter(({ id }) => ids.has(id)).length;
  if (listed.length > 0 && kept * 2 >= before.length) return null;
  if (listed.length > 0 && (await readListFailure(db, [service], day))?.startsWith(shrunkMessage))
    return null;
  if (before.length === 0) return new UserError(noWebsiteMessage);
  const later = listed.length === 0 ? '' : ' A list that is as short tomorrow counts.';
  return new UserError(
    `${shrunkMessage}${kept} of ${before.length}. The last list stays in use, and the service is asked again in an hour.${later}`,
  );
}

/**
 * The websites of a service: of today, else requested, else the last list of seven days. Null if there is none and no
 * attempt is due. Rejects with the fault unless `patient`.
 */
export async function listWebsites(
  db: Database,
  { now, day, patient }: { readonly now: number; readonly day: CalendarDate; readonly patient: boolean },
  asked: ReadonlyMap<string, QuestionState>,
  question: WebsiteListRequest,
): Promise<ListedWebsites | null> {
  const { service } = question;
  const kept = await readWebsitesListedOn(db, day, service);
  if (kept !== null) return { websites: kept, fresh: false, failure: null };
  const earlier = await readLatestWebsites(db, now, { since: now - maxListAgeMs, services: [service] });
  let failure: ApiError | UserError | null = null;
  const next = asked.get(toQuestionKey(toListKey(service), 'websites'))?.nextAttemptAt ?? null;
  if (!patient || next === null || next <= now) {
    try {
      const answer = await question.ask();
      failure = await findListFault(db, day, answer.value, earlier, service);
      if (failure === null) {
        await question.save(answer);
        return { websites: answer.value, fresh: true, failure };
      }
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      failure = thrown;
    }
    await question.fail(failure);
    if (!patient && (isApiError(failure) || earlier === null)) throw failure;
  }
  if (earlier === null && failure === null) return null;
  return { websites: earlier ?? [], fresh: false, failure };
}
