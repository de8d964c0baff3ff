import {
  type RecipeBook,
  type Result,
  type SyncClient,
  specifiedLimits,
  syncClient,
  type Website,
} from '@answershare/core';
import type { Answer, Ask } from '../asks/ask.ts';
import { type Connection, readConnection, requireConnection } from '../connection/connection.ts';
import { decodeProfile, differs, profileSlot } from '../connection/learnt-profile.ts';
import { gatheredHost } from '../exchange/gathered-host.ts';
import { answersTo, type Sources } from '../service/answers.ts';
import { answerSeconds, listSeconds } from '../service/life.ts';
import { meterSeconds, meterSlot, readMeter, usage } from '../service/meter.ts';
import { readyTexts, withoutKey } from '../service/ready-answers.ts';
import { noteSeconds, noteSlot, writeNote } from '../warm/note.ts';
import { send } from './http.ts';
import { documentLock } from './lock.ts';
import { storedConnection } from './properties.ts';
import { recipesOf } from './recipes-in-use.ts';
import { serviceAddress } from './service-address.ts';
import { tiersOf } from './tiers.ts';

const requestMs = 12_000;
/** The list of websites is asked for first, and must leave time for the question itself. */
const listShare = 0.5;
const leastMs = 2_000;

/** How a call may use the service. */
export interface Terms {
  /** When the call has to be over, milliseconds since the epoch. */
  readonly until: number;
  /** Answers from before this are asked for again, milliseconds since the epoch. Default: the connection's. */
  readonly freshFrom?: number;
  /** True where nothing may be sent. Default: as the connection is. */
  readonly paused?: boolean;
  /** Read by these in place of the connection's recipes. */
  readonly recipes?: RecipeBook;
}

/** The service as one execution may use it. */
export interface Service {
  readonly connection: Connection;
  /** Who answers one question, for what needs more than an answer. */
  readonly sources: Sources;
  /** Answers in the asks' order, kept ready for the cells that ask the same. Nothing throws for one ask. */
  answer(asks: readonly Ask[]): readonly Answer[];
  /** Writes what is gathered and lets the lock go. To be called at the end, whatever happened. */
  close(): void;
}

/** Opens the document's connection. @throws Refusal where there is none, or the address is not its own */
export function openService(terms: Terms): Service {
  return openConnection(requireConnection(storedConnection(), serviceAddress), terms);
}

/** Opens a connection. What is learnt is kept where the document has stored it by the time of closing. */
export function openConnection(connection: Connection, terms: Terms): Service {
  const now = (): number => Date.now();
  const { key, baseUrl, epoch } = connection;
  const paused = terms.paused ?? connection.paused;
  const freshFrom = terms.freshFrom ?? connection.freshFrom;
  const used = usage(connection.profile.limits ?? specifiedLimits);
  const host = gatheredHost(
    {
      send(requests) {
        const outcomes = send(requests);
        used.sent(outcomes, now());
        return outcomes;
      },
      sleep: (ms) => Utilities.sleep(ms),
      ...tiersOf(connection, now),
      lock: documentLock(() => terms.until - now()),
    },
    now,
    () => Math.random(),
  );
  const { limits } = connection.profile;
  const cached = decodeProfile(host.cache.get([profileSlot])[0] ?? null);
  const before = cached && limits ? { ...cached, limits } : (cached ?? connection.profile);
  const recipes = { ...recipesOf(connection), ...terms.recipes };
  let listing: SyncClient | null = null;
  let answering: SyncClient | null = null;
  let list: Result<readonly Website[]> | null = null;
  let asked = false;

  function opened(deadlineMs: number, freshSeconds: number): SyncClient {
    const { until } = terms;
    const patience = { until, deadlineMs: Math.max(leastMs, deadlineMs), timeoutMs: requestMs, retries: 1 };
    const options = { baseUrl, key, profile: before, recipes, paused, freshFrom, freshSeconds };
    return syncClient({ ...options, ...patience }, host);
  }

  const sources: Sources = {
    now,
    websites() {
      asked = true;
      listing ??= opened((terms.until - now()) * listShare, listSeconds);
      list ??= listing.websites();
      return list;
    },
    client() {
      asked = true;
      answering ??= opened(terms.until - now(), answerSeconds);
      return answering;
    },
  };

  function keep(texts: Readonly<Record<string, string>>, ttlSeconds: number): void {
    host.cache.put(Object.keys(texts).map((key) => ({ key, text: texts[key] ?? '', ttlSeconds })));
  }

  /** What the next execution can start from. */
  function keepLearnt(current: Connection): void {
    const profile = answering?.profile();
    if (profile && differs(profile, before)) keep({ [profileSlot]: JSON.stringify(profile) }, answerSeconds);
    const added = used.added();
    if (added !== null) {
      const slot = meterSlot(connection);
      const meter = added(readMeter(host.cache.get([slot])[0] ?? null, now()));
      keep({ [slot]: JSON.stringify(meter) }, meterSeconds);
    }
    const until = now() + noteSeconds * 1000;
    const note = { epoch, freshFrom: current.freshFrom, paused: current.paused, until };
    keep({ [noteSlot]: writeNote(note) }, answerSeconds);
  }

  /** Writes what is gathered and lets the lock go, unless somebody connected otherwise in the meantime. */
  function settle(): void {
    if (!asked) return;
    asked = false;
    const current = readConnection(storedConnection(), () => baseUrl);
    if (current === null || current.epoch !== epoch) {
      host.discard();
      return;
    }
    keepLearnt(current);
    host.settle();
  }

  return {
    connection,
    sources,
    answer(asks) {
      const answers = answersTo(asks, sources).map((answer) => withoutKey(answer, key));
      host.unlock();
      used.answered(answers, now());
      keep(readyTexts(asks, answers, { epoch, paused, now: now() }), answerSeconds);
      settle();
      return answers;
    },
    close: settle,
  };
}
