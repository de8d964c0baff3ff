import { expect } from 'vitest';
import { json } from '../started.ts';
import { alternatives, type Sight } from './alternatives.ts';

type Rows = Record<string, unknown>[];

const FIELDS = ['aiCitations', 'date', 'pageviews', 'visitors'];

async function days(see: Sight, more = '&from=2026-08-19&to=2026-11-16'): Promise<Rows> {
  return (await see.body('analytics', more)).days as Rows;
}

alternatives('unknownFields', 1, {
  async none(see) {
    expect(Object.keys(await see.body('analytics'))).toEqual(['websiteId', 'from', 'to', 'days']);
    for (const row of await days(see)) expect(Object.keys(row).sort()).toEqual(FIELDS);
  },
  async some(see) {
    expect(await see.body('authority')).toHaveProperty('generatedBy');
    const rows = await days(see);
    const odd = rows.filter((row) => Object.keys(row).length > FIELDS.length);
    expect(odd.length).toBeGreaterThan(20);
    expect(odd.length).toBeLessThan(70);
  },
});

function nulls(rows: Rows): number {
  return rows.flatMap((row) => Object.values(row)).filter((value) => value === null).length;
}

alternatives('nulls', 1, {
  none: async (see) => expect(nulls(await days(see))).toBe(0),
  async some(see) {
    const rows = await days(see);
    expect(nulls(rows)).toBeGreaterThan(15);
    expect(nulls(rows)).toBeLessThan(60);
    expect(rows.filter(({ date }) => date === null)).toEqual([]);
    expect(await days(see, '&from=2026-11-10&to=2026-11-16')).toEqual(rows.slice(-7));
  },
});

/** How many lists of all websites' bodies are empty. */
async function empty(see: Sight): Promise<number> {
  const { websites } = await json(await see.ask('/api/v1/citations', { quirks: 'missingId=all-sites' }));
  const lists = (websites as Rows).flatMap(({ engines, citations }) => [engines, citations]);
  return lists.filter((list) => (list as Rows).length === 0).length;
}

alternatives('emptyLists', 1, {
  async none(see) {
    expect(await empty(see)).toBe(2);
    expect(await days(see)).toHaveLength(90);
  },
  async some(see) {
    const bodies = [];
    for (const { id } of see.sandbox.websites) {
      const response = await see.ask(`/api/v1/citations?websiteId=${id}`);
      const { engines, citations } = (await response.json()) as { engines: Rows; citations: Rows };
      bodies.push(engines.length === 0, citations.length === 0);
    }
    expect(bodies.filter(Boolean).length).toBeGreaterThan(2);
    expect(bodies.filter(Boolean).length).toBeLessThan(16);
  },
  async all(see) {
    expect(await days(see)).toEqual([]);
    expect((await see.body('competitors')).competitors).toEqual([]);
    expect((await see.body('competitors')).shareOfVoice).toBe(40.2);
  },
});
