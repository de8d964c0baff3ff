import { addDays, type Endpoint } from '@answershare/core';
import type { RunningSandbox } from '@answershare/sandbox';

export const now = '2026-11-21T05:00:10Z';
export const endpoints: readonly Endpoint[] = [
  'websites',
  'analytics',
  'citations',
  'competitors',
  'authority',
];

export interface Answer {
  readonly status: number;
  /** Undefined where the answer is no JSON. */
  readonly body: unknown;
}

/** A plain request in the Form that was chosen at start, with a switch for this request alone. */
export async function ask(
  sandbox: RunningSandbox,
  endpoint: Endpoint,
  website: string,
  { quirk = '', key = sandbox.keys.enterprise, today = now.slice(0, 10) } = {},
): Promise<Answer> {
  const window = sandbox.form === 1 ? `&from=${addDays(today, -29)}&to=${today}` : '&period=30d';
  const subject = `?${sandbox.form === 1 ? 'websiteId' : 'website_id'}=${encodeURIComponent(website)}`;
  const query = endpoint === 'websites' ? '' : subject + (endpoint === 'analytics' ? window : '');
  const headers = { authorization: `Bearer ${key}`, ...(quirk === '' ? {} : { 'x-sandbox-quirk': quirk }) };
  const response = await sandbox.fetch(
    new Request(`${sandbox.baseUrl}/api/v1/${endpoint}${query}`, { headers }),
  );
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: response.status, body: undefined };
  }
}

type Json = Readonly<Record<string, never>>;

/** Figures by name; null is unknown. */
export type Truth = ReadonlyMap<string, unknown>;

const rowsOf = (body: Json, list: string): readonly Json[] => (body[list] ?? []) as never;
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const at = (row: Json, name: string): number | null => row[name] ?? row[snake(name)] ?? null;
const share = (row: Json): number | null => {
  const percent = at(row, 'shareOfVoice');
  return percent === null ? null : percent / 100;
};

const ofTop = (value: number | null, body: Json): number | null =>
  value === null ? null : value / (at(body, 'maxScore') ?? 100);

/** What a body in the sandbox's standard shape holds, by the field names that it is known to use. */
const truths: Readonly<Record<Endpoint, (body: Json) => [string, unknown][]>> = {
  websites: (body) =>
    rowsOf(body, 'websites').flatMap((row, index): [string, unknown][] => [
      [`${index} id`, row.id],
      [`${index} name`, row.name],
      [`${index} domain`, row.domain],
    ]),
  analytics: (body) =>
    rowsOf(body, 'days').flatMap((row) => [
      [`${String(row.date)} visitors`, at(row, 'visitors')],
      [`${String(row.date)} pageviews`, at(row, 'pageviews')],
      [`${String(row.date)} citations`, at(row, 'aiCitations')],
    ]),
  citations: (body) => [
    ['total', at(body, 'total')],
    ...rowsOf(body, 'engines').map((row): [string, unknown] => [`engine ${String(row.engine)}`, row.count]),
    ...rowsOf(body, 'citations').map((row, index): [string, unknown] => [`item ${index}`, row.url]),
  ],
  competitors: (body) => [
    ['own', share(body)],
    ...rowsOf(body, 'competitors').map((row): [string, unknown] => [String(row.name), share(row)]),
  ],
  authority: (body) => [
    ['score', ofTop(at(body, 'score'), body)],
    ...rowsOf(body, 'components').map((row): [string, unknown] => [
      String(row.name),
      ofTop(at(row, 'score'), body),
    ]),
  ],
};

export const truthOf = (endpoint: Endpoint, body: unknown): Truth => new Map(truths[endpoint](body as Json));
