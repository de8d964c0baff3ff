import { expect } from 'vitest';
import { readJson } from '../sandbox.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

type Rows = Record<string, unknown>[];

const FIELDS = ['aiCitations', 'date', 'pageviews', 'visitors'];

async function days(caller: QuirkCaller, more = '&from=2026-08-19&to=2026-11-16'): Promise<Rows> {
  return (await caller.body('analytics', more)).days as Rows;
}

testEachValue('unknownFields', 1, {
  async none(caller) {
    expect(Object.keys(await caller.body('analytics'))).toEqual(['websiteId', 'from', 'to', 'days']);
    for (const row of await days(caller)) expect(Object.keys(row).sort()).toEqual(FIELDS);
  },
  async some(caller) {
    expect(await caller.body('authority')).toHaveProperty('generatedBy');
    const rows = await days(caller);
    const odd = rows.filter((row) => Object.keys(row).length > FIELDS.length);
    expect(odd.length).toBeGreaterThan(20);
    expect(odd.length).toBeLessThan(70);
  },
});

function nulls(rows: Rows): number {
  return rows.flatMap((row) => Object.values(row)).filter((value) => value === null).length;
}

testEachValue('nulls', 1, {
  none: async (caller) => expect(nulls(await days(caller))).toBe(0),
  async some(caller) {
    const rows = await days(caller);
    expect(nulls(rows)).toBeGreaterThan(15);
    expect(nulls(rows)).toBeLessThan(60);
    expect(rows.filter(({ date }) => date === null)).toEqual([]);
    expect(await days(caller, '&from=2026-11-10&to=2026-11-16')).toEqual(rows.slice(-7));
  },
});

/** How many lists of all websites' bodies are empty. */
async function empty(caller: QuirkCaller): Promise<number> {
  const { websites } = await readJson(
    await caller.call('/api/v1/citations', { quirks: 'missingId=all-sites' }),
  );
  const lists = (websites as Rows).flatMap(({ engines, citations }) => [engines, citations]);
  return lists.filter((list) => (list as Rows).length === 0).length;
}

testEachValue('emptyLists', 1, {
  async none(caller) {
    expect(await empty(caller)).toBe(2);
    expect(await days(caller)).toHaveLength(90);
  },
  async some(caller) {
    const bodies = [];
    for (const { id } of caller.sandbox.websites) {
      const response = await caller.call(`/api/v1/citations?websiteId=${id}`);
      const { engines, citations } = (await response.json()) as { engines: Rows; citations: Rows };
      bodies.push(engines.length === 0, citations.length === 0);
    }
    expect(bodies.filter(Boolean).length).toBeGreaterThan(2);
    expect(bodies.filter(Boolean).length).toBeLessThan(16);
  },
  async all(caller) {
    expect(await days(caller)).toEqual([]);
    expect((await caller.body('competitors')).competitors).toEqual([]);
    expect((await caller.body('competitors')).shareOfVoice).toBe(40.2);
  },
});
