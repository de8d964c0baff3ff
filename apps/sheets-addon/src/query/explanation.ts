import {
  type AnalyticsWindow,
  type AxisName,
  type DialectProfile,
  type Endpoint,
  isApiError,
  planSingleRequest,
  type ReadingTrace,
  type RecipeStatus,
  type Result,
  redact,
  type SettledCall,
  type SyncClient,
  toForm,
  widenWindow,
} from '@answershare/core';
import { computeAnswerUntil } from '../cache/staleness.ts';
import { formatFault } from '../cells/fault-text.ts';
import type { Connection } from '../connection/connection.ts';
import type { CellQuery } from '../ports/query.ts';
import { fetchAll, type ServiceSources } from './answers.ts';
import type { Explanation } from './explanation-rows.ts';

export const statusTexts: Readonly<Record<RecipeStatus, string>> = {
  provisional: 'assumed',
  observed: 'observed',
  confirmed: 'confirmed',
  configured: 'configured',
};

const axisTexts: Readonly<Record<AxisName, string>> = {
  websiteParameter: 'website parameter',
  window: 'window',
  errorCodes: 'error codes',
};

/** Formats the evidence of each dialect axis, one clause per axis. */
export function formatEvidence(profile: DialectProfile, axes: readonly AxisName[]): readonly string[] {
  return axes.map((name) => {
    const { form, evidence } = profile[name];
    const last = evidence[evidence.length - 1];
    const known = form === null ? 'unknown yet' : `Form ${form}`;
    return redact(`${axisTexts[name]}: ${known}${last ? `, seen: ${last.seen}` : ''}`);
  });
}

/** The website of a reference, from the cached list. @throws ApiError if the list does not contain it */
function resolveReference(
  sources: ServiceSources,
  reference: string,
): { readonly id: string; readonly text: string } {
  try {
    sources.websites();
  } catch (thrown) {
    if (!isApiError(thrown) || thrown.kind !== 'paused') throw thrown;
    return {
      id: reference,
      text: `${reference} (the list of websites is not cached; it is requested first)`,
    };
  }
  const { id, name, domain } = sources.website(reference);
  return { id, text: [id, name, domain].filter((part) => part !== null).join(', ') };
}

interface CachedReading {
  readonly body: SettledCall<Result<unknown>> | undefined;
  readonly cut: readonly string[] | null;
  readonly reading: SettledCall<Result<unknown>> | undefined;
}

function readCachedList(sources: ServiceSources): CachedReading {
  try {
    const reading = { ok: true as const, value: sources.websites() };
    return { body: reading, cut: null, reading };
  } catch (error) {
    const reading = { ok: false as const, error };
    return { body: undefined, cut: null, reading };
  }
}

function readCachedAnswer(
  client: SyncClient,
  endpoint: Exclude<Endpoint, 'websites'>,
  id: string,
  window: AnalyticsWindow,
): CachedReading {
  const [body] = client.bodiesOf(endpoint, [id], window);
  const [reading] = fetchAll(client, { endpoint, window, wanted: 'figures' }, [id]);
  const cut = body?.ok ? (body.value.value?.lists ?? null) : null;
  return { body, cut, reading };
}

/** What the recipe assumes, what it noted in the answer, and the days that came. */
function listNotes(reading: CachedReading['reading']): readonly string[] {
  if (!reading?.ok) return [];
  const { trace, window } = reading.value.meta;
  return [
    ...trace.assumes.map((sentence) => `assumed: ${sentence}`),
    ...trace.notes,
    ...(window ? [`${window.given} of ${window.asked} days from ${window.from} to ${window.to} came`] : []),
  ];
}

/**
 * Explains a query from the cache.
 * @param sources of a paused service: uncached answers fail as paused
 * @throws ApiError for an unknown website, and for a window that the Form cannot express
 */
export function explainQuery(
  query: CellQuery,
  connection: Connection,
  sources: ServiceSources,
  now: number,
): Explanation {
  const { endpoint } = query;
  const { key, baseUrl } = connection;
  const profile = sources.client().profile();
  const window = query.window ?? { last: 30 };
  const about = endpoint === 'websites' ? null : resolveReference(sources, query.reference);
  const { url } = planSingleRequest(
    { baseUrl, key, profile },
    {
      endpoint,
      website: about?.id ?? null,
      window: endpoint === 'analytics' ? widenWindow(window, now) : null,
    },
    now,
  );
  const { body, cut, reading }: CachedReading =
    endpoint === 'websites' || about === null
      ? readCachedList(sources)
      : readCachedAnswer(sources.client(), endpoint, about.id, window);
  const meta = [reading, body].map((one) => (one?.ok ? one.value.meta : null)).find((one) => one !== null);
  const answeredAt = meta?.fetchedAt ?? null;
  const unread = reading?.ok ? reading.value.meta.fault : reading?.error;
  const freshUntil = answeredAt === null ? null : computeAnswerUntil(endpoint, answeredAt);
  const trace: ReadingTrace | null = reading?.ok ? reading.value.meta.trace : null;
  const form = toForm(profile);
  const axes: readonly AxisName[] =
    endpoint === 'analytics' ? ['websiteParameter', 'window'] : ['websiteParameter'];
  return {
    request: redact(`GET ${url.slice(baseUrl.length)}`, [key]),
    website: about === null ? null : redact(about.text, [key]),
    form: form === null ? 'unknown yet; worded as Form 1' : String(form),
    knownBy: endpoint === 'websites' ? [] : formatEvidence(profile, axes),
    kept: answeredAt === null ? 'none' : meta?.fault === null && (freshUntil ?? 0) > now ? 'fresh' : 'older',
    answeredAt,
    freshUntil,
    refused:
      answeredAt !== null && isApiError(unread) && unread.kind === 'shape' ? formatFault(unread) : null,
    fields: Object.keys(trace?.fields ?? {}).map((name) => {
      const { pointer = '', codec = '' } = trace?.fields[name] ?? {};
      return [name, pointer, codec, trace ? statusTexts[trace.status] : ''];
    }),
    notes: listNotes(reading).map((note) => redact(note, [key])),
    cut,
  };
}
