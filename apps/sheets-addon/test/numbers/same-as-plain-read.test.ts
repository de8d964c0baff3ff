import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyForm, type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';
import { fetchPlain, field, rows } from '../support/plain-read.ts';

describe.each(anyForm)('Form %i', (form) => {
  let addon: LocalAddon;
  beforeAll(async () => {
    addon = await startConnectedAddon(form);
  });
  afterAll(() => addon[Symbol.asyncDispose]());

  const every = (read: (website: { id: string; name: string; domain: string }) => Promise<void>) =>
    Promise.all(addon.sandbox.websites.map(read));

  test('WEBSITES lists what the service lists', async () => {
    const listed = addon.sandbox.websites.map(({ id, name, domain }) => [id, name, domain]);
    expect(await addon.cell('WEBSITES')).toEqual([['Id', 'Name', 'Domain'], ...listed]);
    expect(await addon.cell('WEBSITES', 'headers=no')).toEqual(listed);
  });

  test('CITATIONS counts all and by engine', () =>
    every(async ({ id }) => {
      const body = await fetchPlain(addon.sandbox, 'citations', id);
      expect(await addon.cell('CITATIONS', id)).toBe(body.total);
      for (const engine of rows(body, 'engines')) {
        expect(await addon.cell('CITATIONS', id, engine.engine)).toBe(engine.count);
      }
    }));

  test('SHARE_OF_VOICE shows the own and a competitor’s share as a fraction', () =>
    every(async ({ domain, id }) => {
      const body = await fetchPlain(addon.sandbox, 'competitors', id);
      const fraction = (percent: unknown) => (percent === null ? '' : Number(percent) / 100);
      const own = await addon.cell('SHARE_OF_VOICE', domain);
      const expected = fraction(field(body, 'shareOfVoice'));
      if (expected === '') expect(own).toBe('');
      else expect(own).toBeCloseTo(expected, 9);
      for (const rival of rows(body, 'competitors')) {
        const share = fraction(field(rival, 'shareOfVoice'));
        expect(await addon.cell('SHARE_OF_VOICE', domain, rival.name)).toBeCloseTo(Number(share), 9);
        expect(await addon.cell('SHARE_OF_VOICE', domain, rival.domain)).toBeCloseTo(Number(share), 9);
      }
    }));

  test('COMPETITORS ranks the field with the own website in it', () =>
    every(async ({ id, name, domain }) => {
      const body = await fetchPlain(addon.sandbox, 'competitors', id);
      const field1 = [{ name, domain, ...body, own: true }, ...rows(body, 'competitors')];
      const byShare = field1.sort(
        (a, b) => Number(field(b, 'shareOfVoice') ?? -1) - Number(field(a, 'shareOfVoice') ?? -1),
      );
      const table = (await addon.cell('COMPETITORS', id)) as unknown[][];
      expect(table[0]).toEqual(['Rank', 'Name', 'Domain', 'Share of voice', 'Mentions', 'Own']);
      expect(table.slice(1).map((row) => [row[1], row[2], row[4], row[5]])).toEqual(
        byShare.map((one) => [one.name, one.domain, one.mentions, 'own' in one]),
      );
      const alone = (await addon.cell('COMPETITORS', id, 'own=no; headers=no')) as unknown[][];
      const rivals = table.slice(1).filter((row) => row[5] === false);
      expect(alone).toEqual(rivals.length === 0 ? [[null]].map(() => ['']) : rivals);
    }));

  test('AUTHORITY shows the score and its parts', () =>
    every(async ({ id, name }) => {
      const body = await fetchPlain(addon.sandbox, 'authority', id);
      expect(await addon.cell('AUTHORITY', name)).toBe(body.score ?? '');
      const parts = rows(body, 'components').map((part) => [part.name, part.score, part.weight]);
      expect(await addon.cell('AUTHORITY_BREAKDOWN', id)).toEqual([
        ['Component', 'Score', 'Weight'],
        ...parts,
      ]);
    }));

  test('ANALYTICS lists days as dates, oldest first', () =>
    every(async ({ id }) => {
      const today = new Date().toISOString().slice(0, 10);
      const first = new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10);
      const window = form === 1 ? { from: first, to: today } : { period: '7d' };
      const body = await fetchPlain(addon.sandbox, 'analytics', id, { ...window });
      const days = rows(body, 'days').map((day) => [
        new Date(`${day.date}T00:00:00Z`),
        day.visitors,
        day.pageviews,
        field(day, 'aiCitations'),
        day.date === today,
      ]);
      const header = ['Date', 'Visitors', 'Pageviews', 'Citations', 'Partial'];
      expect(await addon.cell('ANALYTICS', id, '7d')).toEqual([header, ...days]);
      const newest = [...days].reverse();
      const same = days.length === 0 ? [['']] : newest.map((row) => [row[0], row[3], row[1]]);
      expect(await addon.cell('ANALYTICS', id, '7d', 'citations, visitors', 'order=desc;headers=no')).toEqual(
        same,
      );
    }));

  test('WEBSITES returns a name that looks like a formula unchanged', async () => {
    const odd = addon.sandbox.websites.find(({ name }) => name.startsWith('='));
    const table = (await addon.cell('WEBSITES')) as unknown[][];
    expect(table.map((row) => row[1])).toContain(odd?.name);
    expect(await addon.cell('CITATIONS', odd?.name)).toEqual(await addon.cell('CITATIONS', odd?.id));
  });
});
