import {
  type AnalyticsWindow,
  addDays,
  type CalendarDate,
  type CurrentEndpoint,
  type DateSpan,
  toCalendarDate,
  type Website,
  type WebsiteEndpoint,
} from '@answershare/core';
import type { ResourceReader } from '../collect/resource-reader.ts';
import { matchReference } from '../collect/website-directory.ts';
import { splitLedgerId } from '../settings/services.ts';
import type { GatewayKey } from '../store/gateway-keys.ts';
import { readSiteSnapshots } from '../store/snapshots.ts';
import type { Database } from '../store/tables.ts';
import { toListKey } from '../store/website-lists.ts';
import { hashBytes } from '../system/hashes.ts';
import { answerBodies, buildHistory, buildTrackedDays, buildWebsites } from './answer-bodies.ts';

/** An answer of the gateway as text, with its origin. */
export interface GatewayAnswer {
  readonly text: string;
  /** A strong entity tag (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** When the service answered, milliseconds since the epoch; null if unknown. */
  readonly asOf: number | null;
  readonly source: string;
}

/** What a key may ask. Answers are the same for all keys, websites differ. */
export interface TeamSource {
  listWebsites(key: GatewayKey): Promise<GatewayAnswer>;
  selectWebsites(key: GatewayKey): Promise<readonly Website[]>;
  /** The website of an id, domain or name among those of the key; null for none or several. */
  findWebsite(key: GatewayKey, reference: string): Promise<Website | null>;
  readEndpoint(endpoint: WebsiteEndpoint, website: Website, window: AnalyticsWindow): Promise<GatewayAnswer>;
  /** @param endpoint `history` for the figures that a file records, in one answer */
  readHistory(
    endpoint: CurrentEndpoint | 'history',
    website: Website,
    span: DateSpan,
  ): Promise<GatewayAnswer>;
}

/** @param asOf milliseconds since the epoch */
export function toAnswer(fields: object, asOf: number | null, source: string): GatewayAnswer {
  const date = asOf === null ? {} : { as_of: new Date(asOf).toISOString() };
  const text = JSON.stringify({ ...fields, ...date });
  return { text, etag: `"${hashBytes(text).toString('base64url')}"`, asOf, source };
}

/** An answer is not built again for so long. */
const memoryMs = 10_000;
const maxAnswers = 2_000;

/** The days of a window that ends today. */
export const toSpan = (window: AnalyticsWindow, today: CalendarDate): DateSpan =>
  'last' in window ? { from: addDays(today, 1 - window.last), to: today } : window;

/** The websites that a key sees. `acme/*` are all of the service acme. */
export const selectOfKey = (
  { websites: ids }: GatewayKey,
  websites: readonly Website[],
  services: readonly string[],
): readonly Website[] => {
  const toWhole = (id: string): string => toListKey(splitLedgerId(id, services).service);
  return websites.filter(({ id }) => ids === null || ids.includes(id) || ids.includes(toWhole(id)));
};

interface SourceParts {
  /** The names of all services. */
  readonly services: readonly string[];
  readonly db: Database;
  readonly reader: ResourceReader;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createTeamSource({ services, db, reader, now }: SourceParts): TeamSource {
  const answers = new Map<string, { readonly answer: Promise<unknown>; readonly until: number }>();

  /** The answer of the last ten seconds; all who ask meanwhile wait for one. */
  const remember = <T>(question: string, build: () => Promise<T>): Promise<T> => {
    const at = now();
    const kept = answers.get(question);
    if (kept !== undefined && kept.until > at && kept.until <= at + memoryMs)
      return kept.answer as Promise<T>;
    if (answers.size >= maxAnswers) answers.clear();
    const answer = build();
    answers.set(question, { answer, until: at + memoryMs });
    answer.catch(() => answers.delete(question));
    return answer;
  };

  const listAllowed = (key: GatewayKey) =>
    remember(`websites of ${key.id}`, async () => {
      const list = await remember('websites', () => reader.websites());
      return { ...list, value: selectOfKey(key, list.value, services) };
    });

  return {
    listWebsites: (key) =>
      remember(`list ${key.id}`, async () => {
        const { value, answeredAt, source } = await listAllowed(key);
        return toAnswer(buildWebsites(value), answeredAt, source);
      }),
    selectWebsites: async (key) => (await listAllowed(key)).value,
    findWebsite: async (key, reference) => {
      const { value } = await listAllowed(key);
      // Most callers send an id: it needs no index of names.
      const known = value.find(({ id }) => id === reference);
      if (known !== undefined) return known;
      const [found = null, other] = matchReference(value, reference, services);
      return other === undefined ? found : null;
    },
    readEndpoint: (endpoint, website, window) => {
      const span = toSpan(window, toCalendarDate(now()));
      return remember(`${endpoint} ${website.id} ${JSON.stringify(window)} ${span.to}`, async () => {
        const { value, answeredAt, source } = await reader.read(endpoint, website, window);
        const body = answerBodies[endpoint](value as never, span);
        return toAnswer({ website_id: website.id, ...body }, answeredAt, source);
      });
    },
    readHistory: (endpoint, website, span) =>
      remember(`history ${endpoint} ${website.id} ${span.from} ${span.to}`, async () => {
        const snapshots = await readSiteSnapshots(db, website.id, span.from, now());
        const asOf = snapshots.at(-1)?.takenAt ?? null;
        const days =
          endpoint === 'history'
            ? buildTrackedDays(snapshots, span)
            : buildHistory(endpoint, snapshots, span);
        return toAnswer({ website_id: website.id, ...days }, asOf, 'ledger');
      }),
  };
}
