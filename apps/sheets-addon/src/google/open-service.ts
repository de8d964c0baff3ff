import {
  type AxisName,
  type DialectProfile,
  type Result,
  type SyncClient,
  syncClient,
  type Website,
} from '@answershare/core';
import type { Answer, Ask } from '../asks/ask.ts';
import { type Connection, requireConnection } from '../connection/connection.ts';
import { decodeProfile, profileSlot } from '../connection/learnt-profile.ts';
import { gatheredHost } from '../exchange/gathered-host.ts';
import { cacheNames, storeNames } from '../exchange/slot-names.ts';
import { answersTo, type Sources } from '../service/answers.ts';
import { answerSeconds, listSeconds } from '../service/life.ts';
import { meterSeconds, meterSlot, readMeter, usage } from '../service/meter.ts';
import { noteSeconds, noteSlot, writeNote } from '../warm/note.ts';
import { warmSlot, warmText } from '../warm/warm-answers.ts';
import { documentCache } from './cache.ts';
import { send } from './http.ts';
import { documentStore } from './kept-properties.ts';
import { documentLock } from './lock.ts';
import { storedConnection } from './properties.ts';
import { serviceAddress } from './service-address.ts';

const requestMs = 12_000;
/** The list of websites is asked for first, and must leave time for the question itself. */
const listShare = 0.5;
const leastMs = 2_000;

/** What a question has to know of the dialect. */
const axes: readonly AxisName[] = ['websiteParameter', 'window'];

/** How a call may use the service. */
export interface Terms {
  /** When the call has to be over, milliseconds since the epoch. */
  readonly until: number;
  /** Answers from before this are asked for again, milliseconds since the epoch. Default: the connection's. */
  readonly freshFrom?: number;
  /** True where nothing may be sent. Default: as the connection is. */
  readonly paused?: boolean;
}

/** The service as one execution may use it. */
export interface Service {
  readonly connection: Connection;
  /** Who answers one question, for what needs more than an answer. */
  readonly sources: Sources;
  /** Answers in the asks' order, kept ready for the cells that ask the same. Nothing throws for one ask. */
  answer(asks: readonly Ask[]): readonly Answer[];
  /** Writes what the execution learnt and lets the lock go. To be called at its end, whatever happened. */
  close(): void;
}

/** Opens the document's connection. @throws Refusal where there is none, or the address is not its own */
export function openService(terms: Terms): Service {
  const now = (): number => Date.now();
  const connection = requireConnection(storedConnection(), serviceAddress);
  const { key, baseUrl, epoch } = connection;
  const paused = terms.paused ?? connection.paused;
  const freshFrom = terms.freshFrom ?? connection.freshFrom;
  const used = usage(connection.profile.resetUnit?.unit ?? null);
  const host = gatheredHost(
    {
      send(requests) {
        const outcomes = send(requests);
        used.sent(outcomes, now());
        return outcomes;
      },
      sleep: (ms) => Utilities.sleep(ms),
      cache: documentCache(cacheNames(epoch, profileSlot)),
      store: documentStore(now, storeNames(epoch)),
      lock: documentLock(() => terms.until - now()),
    },
    now,
    () => Math.random(),
  );
  let listing: SyncClient | null = null;
  let answering: SyncClient | null = null;
  let list: Result<readonly Website[]> | null = null;
  let learnt: DialectProfile | null = null;

  function profileNow(): DialectProfile {
    if (axes.some((axis) => connection.profile[axis].form === null)) {
      learnt ??= decodeProfile(host.cache.get([profileSlot])[0] ?? null) ?? connection.profile;
    }
    return learnt ?? connection.profile;
  }

  function opened(share: number, freshSeconds: number): SyncClient {
    const deadlineMs = Math.max(leastMs, (terms.until - now()) * share);
    const profile = profileNow();
    const patience = { deadlineMs, timeoutMs: requestMs, retries: 1 };
    return syncClient({ baseUrl, key, profile, paused, freshFrom, freshSeconds, ...patience }, host);
  }

  const sources: Sources = {
    now,
    websites() {
      listing ??= opened(listShare, listSeconds);
      list ??= listing.websites();
      return list;
    },
    client() {
      answering ??= opened(1, answerSeconds);
      return answering;
    },
  };

  function keepReady(asks: readonly Ask[], answers: readonly Answer[]): void {
    const at = now();
    const ready = (key: string, text: string): void => {
      host.cache.put([{ key, text, ttlSeconds: answerSeconds }]);
    };
    ready(
      noteSlot,
      writeNote({ epoch, freshFrom: connection.freshFrom, paused, until: at + noteSeconds * 1000 }),
    );
    asks.forEach((ask, index) => {
      const answer = answers[index];
      if (answer && answer.until > at) ready(warmSlot(ask), warmText(epoch, answer));
    });
  }

  function keepMeter(): void {
    const added = used.added();
    if (added === null) return;
    const slot = meterSlot(connection);
    const meter = added(readMeter(host.cache.get([slot])[0] ?? null, now()));
    host.cache.put([{ key: slot, text: JSON.stringify(meter), ttlSeconds: meterSeconds }]);
  }

  return {
    connection,
    sources,
    answer(asks) {
      const answers = answersTo(asks, sources);
      used.answered(answers, now());
      keepReady(asks, answers);
      return answers;
    },
    close() {
      const profile = answering?.profile();
      const before = learnt;
      if (before && profile && axes.some((axis) => profile[axis].form !== before[axis].form)) {
        host.cache.put([{ key: profileSlot, text: JSON.stringify(profile), ttlSeconds: answerSeconds }]);
      }
      keepMeter();
      host.settle();
    },
  };
}
