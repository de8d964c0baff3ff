import {
  type AsyncClient,
  asyncClient,
  type ClientEvent,
  formOf,
  isApiError,
  type Result,
  type Website,
} from '@answershare/core';
import { Complaint } from '../complaint.ts';
import { counted } from '../counted.ts';
import { audience } from '../run/audience.ts';
import { dayIn } from '../schedule/iso-week.ts';
import type { Settings } from '../settings/settings.ts';
import { answeredOn, keep, team, websitesListedOn } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { Asked } from '../store/tables.ts';
import { clientOptions } from './client-options.ts';
import { nodeHost } from './host.ts';
import { keepProfile, learntProfile } from './learnt.ts';

/** What one day's collection did. */
export interface Collected {
  /** UTC. */
  readonly day: string;
  readonly websites: number;
  readonly answers: number;
  /** Answers that an earlier run of the same day had already. */
  readonly kept: number;
  /** Requests sent, retries included. */
  readonly requests: number;
  readonly failures: readonly {
    readonly website: string;
    readonly endpoint: Asked;
    readonly reason: string;
  }[];
  /** Why it ended early, with what is left; null where it went through. */
  readonly stopped: string | null;
  /** When asking again can succeed, milliseconds since the epoch; null where the service did not say. */
  readonly retryAt: number | null;
}

const endpoints = ['authority', 'competitors', 'citations'] as const;

/** Faults after which no other question can succeed at once: of the key, and of a limit that waiting did not lift. */
const hopeless = new Set(['auth.missing', 'auth.invalid', 'daily', 'budget', 'burst']);

/** Faults of the service or of the way to it: one may pass, several in a row speak for all that is left. */
const outage = new Set(['server', 'transport', 'timeout', 'bad_body']);
const outagesBeforeStop = 3;

/** Longer than the minute that a burst limit can ask to wait (specification §7), with time for the request itself. */
const deadlineMs = 90_000;

/**
 * Asks each endpoint once about each website that a schedule names, one question after another, and keeps the answers
 * under the UTC day of `now`. A burst limit is waited out, and nothing else is asked meanwhile;
 * `tell` hears of each wait.
 * One website's failure is recorded and the others go on, until the service fails {@link outagesBeforeStop} times in a
 * row. Rejects with an ApiError where the list of websites fails.
 */
export async function collect(
  store: Store,
  settings: Settings,
  now: number,
  ended?: AbortSignal,
  tell?: (line: string) => void,
): Promise<Collected> {
  const { url, form } = settings.service;
  const day = dayIn(now, 'UTC');
  const profile = form === 'auto' ? await learntProfile(store.db, url) : null;
  let requests = 0;
  const emit = (event: ClientEvent): void => {
    if (event.type === 'wait')
      tell?.(`Waiting ${Math.ceil(event.waitMs / 1000)} s, so that the limit of a minute is not met.`);
    if (event.type === 'retry' && event.reason === 'burst')
      tell?.(
        `The limit of a minute is met. Waiting ${Math.ceil(event.waitMs / 1000)} s, as the service asks.`,
      );
    if (event.type === 'request') requests += 1;
  };
  const client = asyncClient(
    { ...clientOptions(settings.service), deadlineMs, ...(profile === null ? {} : { profile }) },
    nodeHost({ emit, ended }),
  );
  const known = new Set(await answeredOn(store.db, day));
  const save = async (website: string, endpoint: Asked, answer: Result<unknown>): Promise<void> => {
    await keep(store.db, {
      website_id: website,
      endpoint,
      day,
      raw: answer.text,
      parsed: JSON.stringify(answer.value),
      taken_at: new Date(now),
      form: String(formOf(answer.meta.dialect) ?? 'unknown'),
      failure: null,
    });
  };
  const keptList = await websitesListedOn(store.db, day);
  const wanted = chosen(settings, keptList ?? (await askedFor(client, save)));
  const failures: { website: string; endpoint: Asked; reason: string }[] = [];
  let answers = keptList === null ? 1 : 0;
  let kept = 1 - answers;
  let stopped: string | null = null;
  let retryAt: number | null = null;
  let outages = 0;
  const questions = wanted.flatMap((website) => endpoints.map((endpoint) => ({ website, endpoint })));
  for (const { website, endpoint } of questions) {
    if (known.has(`${website.id} ${endpoint}`)) {
      kept += 1;
      continue;
    }
    if (ended?.aborted) {
      stopped = `It was asked to stop. ${left(questions, known)}`;
      break;
    }
    try {
      await save(website.id, endpoint, await client[endpoint](website.id));
      known.add(`${website.id} ${endpoint}`);
      answers += 1;
      outages = 0;
    } catch (thrown) {
      if (thrown instanceof Complaint && ended?.aborted) {
        stopped = `It was asked to stop. ${left(questions, known)}`;
        break;
      }
      if (!isApiError(thrown)) throw thrown;
      const row = {
        website_id: website.id,
        endpoint,
        day,
        raw: null,
        parsed: null,
        taken_at: new Date(now),
        form: null,
      };
      await keep(store.db, { ...row, failure: thrown.message });
      failures.push({
        website: website.domain ?? website.name ?? website.id,
        endpoint,
        reason: thrown.message,
      });
      outages = outage.has(thrown.kind) ? outages + 1 : 0;
      const out = outages === outagesBeforeStop;
      if (out || hopeless.has(thrown.kind)) {
        retryAt = thrown.retryAt;
        const often = out ? `The service failed ${outages} times in a row. ` : '';
        stopped = `${often}${thrown.message} ${left(questions, known)}`;
        break;
      }
    }
  }
  if (form === 'auto') await keepProfile(store.db, url, client.profile());
  return { day, websites: wanted.length, answers, kept, requests, failures, stopped, retryAt };
}

async function askedFor(
  client: AsyncClient,
  save: (website: string, endpoint: Asked, answer: Result<unknown>) => Promise<void>,
): Promise<readonly Website[]> {
  const answer = await client.websites();
  await save(team, 'websites', answer);
  return answer.value;
}

/** The websites of all schedules, each once; all of the team where no schedule is set. */
function chosen(settings: Settings, listed: readonly Website[]): readonly Website[] {
  if (settings.schedules.length === 0) return listed;
  const ids = new Set(
    settings.schedules.flatMap((schedule) => audience(schedule, listed).map((website) => website.id)),
  );
  return listed.filter((website) => ids.has(website.id));
}

function left(
  questions: readonly { readonly website: Website; readonly endpoint: Asked }[],
  known: ReadonlySet<string>,
): string {
  const open = questions.filter(({ website, endpoint }) => !known.has(`${website.id} ${endpoint}`));
  const websites = new Set(open.map(({ website }) => website.id));
  return `Left for today: ${counted(open.length, 'answer')} about ${counted(websites.size, 'website')}; run "answershare snapshot" again later.`;
}
