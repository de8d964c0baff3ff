import type { RunningSandbox } from '@answershare/sandbox';
import { addDays } from '../../src/index.ts';
import { websiteParameter } from '../support/sandbox-client.ts';
import { now } from './read-resources.ts';

type Row = Readonly<Record<string, never>>;

/** The values of the sandbox, read by the field names of its standard shape. */
export interface ExpectedValues {
  readonly websites: readonly { readonly name: string; readonly domain: string }[];
  readonly days: ReadonlyMap<
    string,
    { visitors: number | null; pageviews: number | null; citations: number | null }
  >;
  readonly total: number | null;
  readonly byEngine: ReadonlyMap<string, number>;
  readonly shareOfVoice: number | null;
  readonly competitors: ReadonlyMap<string, number | null>;
  readonly score: number | null;
  readonly components: ReadonlyMap<string, number | null>;
}

/** Sends plain requests with `fetch` in the Form of the sandbox. */
export async function readExpectedValues(
  sandbox: RunningSandbox,
  form: 1 | 2,
  name: string,
  quirk: string,
): Promise<ExpectedValues> {
  const site = sandbox.websites.find((website) => website.name === name)?.id ?? '';
  const headers: Record<string, string> = { authorization: `Bearer ${sandbox.keys.enterprise}` };
  if (quirk !== '') headers['x-sandbox-quirk'] = quirk;
  const get = async (endpoint: string, more = ''): Promise<Row> => {
    const query = endpoint === 'websites' ? '' : `?${websiteParameter[form]}=${site}${more}`;
    const response = await fetch(`${sandbox.baseUrl}/api/v1/${endpoint}${query}`, { headers });
    if (!response.ok) throw new Error(`${endpoint} ${quirk}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Row;
  };
  const field = (row: Row, camel: string): never =>
    (form === 1 ? row[camel] : row[camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]) as never;
  const today = now.slice(0, 10);
  const window = form === 1 ? `&from=${addDays(today, -89)}&to=${today}` : '&period=90d';
  const analytics = await get('analytics', window);
  const citations = await get('citations');
  const competitors = await get('competitors');
  const authority = await get('authority');
  const rows = (body: Row, list: string): readonly Row[] => body[list] as never;
  const share = (row: Row): number | null => {
    const percent: number | null = field(row, 'shareOfVoice');
    return percent === null ? null : percent / 100;
  };
  return {
    websites: rows(await get('websites'), 'websites').map((row) => ({
      name: row.name as never,
      domain: row.domain as never,
    })),
    days: new Map(
      rows(analytics, 'days').map((row) => [
        row.date as never,
        {
          visitors: row.visitors as never,
          pageviews: row.pageviews as never,
          citations: field(row, 'aiCitations'),
        },
      ]),
    ),
    total: citations.total as never,
    byEngine: new Map(rows(citations, 'engines').map((row) => [row.engine as never, row.count as never])),
    shareOfVoice: share(competitors),
    competitors: new Map(rows(competitors, 'competitors').map((row) => [row.name as never, share(row)])),
    score: authority.score as never,
    components: new Map(rows(authority, 'components').map((row) => [row.name as never, row.score as never])),
  };
}
