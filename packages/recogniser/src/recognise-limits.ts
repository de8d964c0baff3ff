import {
  type HeaderField,
  type HeaderSample,
  type LimitFields,
  type LimitsRecipe,
  parseHeaderWait,
  readLimits,
  readServiceTime,
  specifiedLimits,
} from '@answershare/core';
import {
  inferResetFormat,
  type LimitSubject,
  type LimitWindow,
  type ResetSample,
  toLimitSubject,
} from './limit-headers.ts';

/** One item of a structured header: `"burst";r=50;t=30` (IETF RateLimit draft), `60;w=60` (draft 7). */
interface HeaderItem {
  /** As written, without parameters. */
  readonly text: string;
  readonly name: string;
  /** A numeric parameter; NaN if absent. */
  readonly of: (parameter: string) => number;
  /** False for a limit of bytes or tokens: `qu="content-bytes"`. */
  readonly isOfRequests: boolean;
}

function splitItems(header: string): HeaderItem[] {
  return header.split(',').map((item) => {
    const text = item.split(';')[0]?.trim() ?? '';
    return {
      text,
      name: text.replace(/"/g, ''),
      of: (parameter) => Number(new RegExp(`;\\s*${parameter}=(\\d+)`).exec(item)?.[1]),
      isOfRequests: !/;\s*qu=(?!"?requests)/.test(item),
    };
  });
}

/** Windows by policy name; null for a window other than a minute or a day. */
type Policies = ReadonlyMap<string, LimitWindow | null>;

/** The window of an item: the first row that applies. Resets of a minute have a quarter more, of an hour a minute. */
function toLimitWindow(item: HeaderItem, policies: Policies, otherwise: LimitWindow): LimitWindow | null {
  const [length, reset, policy] = [item.of('w'), item.of('t'), policies.get(item.name)];
  const rows: readonly (readonly [boolean, LimitWindow | null | undefined, string])[] = [
    [!item.isOfRequests, null, 'counts bytes or tokens'],
    [length >= 86_400, 'day', 'has a length of a day or more'],
    [length >= 30 && length <= 120, 'minute', 'has a length of about a minute'],
    [length >= 0, null, 'has another length'],
    [policy !== undefined, policy, 'has the name of a policy'],
    [/day|daily/i.test(item.name), 'day', 'is named after a day'],
    [/min|burst/i.test(item.name), 'minute', 'is named after a minute'],
    [/sec|hour|week|month|year/i.test(item.name), null, 'is named after another time'],
    [otherwise === 'day', 'day', 'is in a daily header'],
    [reset > 3_660, 'day', 'resets after more than an hour'],
    [reset > 135, null, 'resets within an hour'],
  ];
  const row = rows.find(([applies]) => applies);
  return row === undefined ? 'minute' : (row[1] ?? null);
}

type Fields = { -readonly [K in keyof LimitFields]: LimitFields[K] };

/** Names of Retry-After, the specified one first, with units. */
const waitHeaders = [
  ['retry-after', 'seconds'],
  ['x-retry-after', 'seconds'],
  ['retry-after-ms', 'milliseconds'],
  ['x-retry-after-ms', 'milliseconds'],
] as const;

function findRetryAfter(samples: readonly HeaderSample[], known: LimitsRecipe): readonly HeaderField[] {
  return waitHeaders.flatMap(([name, unit]) => {
    const formats = [unit, 'any'] as const;
    return formats
      .filter(
        (format) =>
          known.retryAfter.some((field) => field[0] === name && field[1] === format) ||
          samples.some(({ headers, at }) => parseHeaderWait(format, headers[name] ?? '', at) !== null),
      )
      .map((format): HeaderField => [name, format]);
  });
}

/** Windows by policy name, and by the family of unnamed policies: `5000;w=86400` next to a limit (IETF drafts 3 to 7). */
function readPolicies(samples: readonly HeaderSample[]): Policies {
  const named = new Map<string, LimitWindow | null>();
  for (const { headers } of samples)
    for (const [name, text] of Object.entries(headers)) {
      const subject = toLimitSubject(name);
      if (subject?.figure !== 'policy' && subject?.figure !== 'limit') continue;
      for (const item of splitItems(text)) {
        if (subject.figure === 'limit' && Number.isNaN(item.of('w'))) continue;
        const window = toLimitWindow(item, new Map(), subject.window);
        const key = /^\d+$/.test(item.name) ? subject.family : item.name;
        named.set(key, (named.get(key) ?? window) === window ? window : null);
      }
    }
  return named;
}

const isNumber = (text: string): boolean =>
  Number.isFinite(
    parseHeaderWait('seconds', text, 0)?.ms ?? parseHeaderWait('epoch', text, 0)?.ms ?? Number.NaN,
  );

/** What was found for one window: separate headers, and items of structured headers. */
interface WindowFields {
  /** Separate headers by family: a gateway may state limits next to those of the service. */
  readonly families: Map<string, Fields>;
  readonly items: Fields[];
  /** Limits of policies by the text of their item. */
  readonly policies: Map<string, HeaderField>;
}

const newWindowFields = (): WindowFields => ({ families: new Map(), items: [], policies: new Map() });

/** The fields of one window: what was found, and what was known before and is not contradicted. */
function mergeFields(
  { families, items, policies }: WindowFields,
  before: readonly LimitFields[],
  isStillRead: (reset: HeaderField) => boolean,
): readonly LimitFields[] {
  const own: Fields = Object.assign({}, ...[...families.values()].reverse());
  if (items.length > 0) {
    const kept = before.filter(
      ({ remaining }) =>
        remaining?.[3] !== undefined && !items.some((item) => String(item.remaining) === String(remaining)),
    );
    return [
      ...items.map((item) => {
        const limit = policies.get(item.remaining?.[3] ?? '');
        return { ...own, ...item, ...(limit ? { limit } : {}) };
      }),
      ...kept,
    ];
  }
  if (Object.keys(own).length === 0) return before;
  const [first = {}, ...others] = before;
  const { reset } = first;
  const isOpen = own.reset?.[1] === 'any' && own.reset[0] === reset?.[0];
  const further = [...families.values()].filter(
    ({ remaining }) =>
      remaining !== undefined &&
      remaining !== own.remaining &&
      others.every((other) => String(other.remaining) !== String(remaining)),
  );
  return [
    { ...first, ...own, ...(isOpen && reset && isStillRead(reset) ? { reset } : {}) },
    ...others,
    ...further.map((fields) => ({ ...own, ...fields })),
  ];
}

/**
 * Infers which headers state a service's limits. The specification (§8) shows neither the unit of a reset nor the names of
 * the daily headers.
 * @param samples headers of several answers, the last of which takes precedence
 * @param known kept wherever samples do not contradict it
 */
export function recogniseLimits(
  samples: readonly HeaderSample[],
  known: LimitsRecipe = specifiedLimits,
): LimitsRecipe {
  const retryAfter = findRetryAfter(samples, known);
  const waits: LimitsRecipe = { minute: [], day: [], retryAfter };
  const policies = readPolicies(samples);
  const found = { minute: newWindowFields(), day: newWindowFields() };
  const read = new Set<string>();
  const seen = new Set<string>();
  const partlyRead = new Set<string>();

  const put = (window: LimitWindow, figure: keyof LimitFields, field: HeaderField): void => {
    const { families } = found[window];
    const family = toLimitSubject(field[0])?.family ?? '';
    families.set(family, { [figure]: field, ...families.get(family) });
    read.add(field[0]);
  };

  function putReset(
    window: LimitWindow,
    name: string,
    textIn: (header: string) => string,
    parameter?: string,
  ): void {
    const resets = samples.flatMap(({ headers, at }): ResetSample[] => {
      const header = headers[name];
      if (header === undefined) return [];
      const { retryAfterMs } = readLimits(waits, headers, at);
      return [{ text: textIn(header), at, serviceMs: readServiceTime(headers, at), retryAfterMs }];
    });
    const format = inferResetFormat(resets, window);
    if (format !== null)
      put(window, 'reset', parameter === undefined ? [name, format] : [name, format, parameter]);
  }

  function putPolicy(name: string, text: string, otherwise: LimitWindow): void {
    for (const item of splitItems(text)) {
      const window = toLimitWindow(item, new Map(), otherwise);
      const isQuota = /^\d+$/.test(item.name);
      if (window === null || !(isQuota || item.of('q') >= 0)) continue;
      const length = item.of('w');
      const field: HeaderField = isQuota
        ? [name, 'count', '', length >= 0 ? `w=${length}` : item.text]
        : [name, 'count', 'q', item.text];
      found[window].policies.set(item.text, field);
      put(window, 'limit', field);
    }
  }

  function putItems(name: string, text: string, otherwise: LimitWindow): void {
    for (const item of splitItems(text)) {
      const window = toLimitWindow(item, policies, otherwise);
      if (window === null || !(item.of('r') >= 0)) {
        partlyRead.add(name);
        continue;
      }
      read.add(name);
      const { items } = found[window];
      if (items.some(({ remaining }) => remaining?.[0] === name && remaining[3] === item.text)) continue;
      const remaining: HeaderField = [name, 'count', 'r', item.text];
      items.push({ remaining, reset: [name, 'seconds', 't', item.text] });
    }
  }

  function putParts(name: string, text: string, window: LimitWindow): void {
    for (const part of ['limit', 'remaining', 'reset'] as const) {
      const valueIn = (header: string): string => new RegExp(`\\b${part}=(\\d+)`).exec(header)?.[1] ?? '';
      if (valueIn(text) === '') continue;
      if (part === 'reset') putReset(window, name, valueIn, part);
      else put(window, part, [name, 'count', part]);
    }
  }

  /** Reads a header in the first form that applies. */
  function putHeader(name: string, text: string, { window, figure, isBare }: LimitSubject): void {
    const count = figure === 'policy' ? null : figure;
    const isList = figure === 'limit' && /^\d+,.*;\s*w=/.test(text);
    const rows: readonly (readonly [boolean, () => void, string])[] = [
      [figure === 'policy', () => putPolicy(name, text, window), 'RateLimit-Policy: 100;w=60'],
      [/;\s*r=\d/.test(text), () => putItems(name, text, window), 'RateLimit: "burst";r=50;t=30'],
      [isBare && text.includes('='), () => putParts(name, text, window), 'RateLimit: limit=100, reset=30'],
      [figure === 'reset', () => putReset(window, name, (header) => header.trim()), 'RateLimit-Reset: 30'],
      [isList, () => put(window, 'limit', [name, 'count', '']), 'RateLimit-Limit: 60, 60;w=60'],
      [isNumber(text), () => count && put(window, count, [name, 'count']), 'RateLimit-Remaining: 50'],
    ];
    rows.find(([applies]) => applies)?.[1]();
  }

  for (const { headers } of [...samples].reverse()) {
    for (const [name, text] of Object.entries(headers)) {
      const subject = toLimitSubject(name);
      if (subject === null) continue;
      seen.add(name);
      const isDaily = subject.figure !== 'policy' && policies.get(subject.family) === 'day';
      putHeader(name, text, isDaily ? { ...subject, window: 'day' } : subject);
    }
  }

  const last = samples[samples.length - 1];
  const isStillRead = (reset: HeaderField, window: LimitWindow): boolean =>
    last !== undefined &&
    readLimits({ ...waits, [window]: [{ reset }] }, last.headers, last.at).unread.every(
      (line) => !line.startsWith(`${reset[0]}:`),
    );

  const unknown = [...new Set([...(known.unknown ?? []), ...seen])].filter(
    (name) => !read.has(name) || partlyRead.has(name),
  );
  return {
    minute: mergeFields(found.minute, known.minute, (reset) => isStillRead(reset, 'minute')),
    day: mergeFields(found.day, known.day, (reset) => isStillRead(reset, 'day')),
    retryAfter,
    ...(unknown.length > 0 ? { unknown } : {}),
  };
}
