import { expect, it } from 'vitest';
import { type AsyncClient, type AsyncHost, addDays, asyncClient } from '../../src/index.ts';
import { learnFew } from '../support/sandbox-recipes.ts';

const now = Date.parse('2026-11-21T05:00:10Z');

type Reply = { readonly status: number; readonly body: object };

const error = (status: number, code: string): Reply => ({ status, body: { error: { code, message: code } } });

/** A client of a service with these replies, and the number of its requests. */
function client(answer: (url: URL) => Reply): { readonly ask: AsyncClient; readonly asked: string[] } {
  const asked: string[] = [];
  const host: AsyncHost = {
    now: () => now,
    random: () => 0,
    learn: learnFew,
    wait: async () => undefined,
    send: async (requests) =>
      requests.map((request) => {
        asked.push(request.url);
        const { status, body } = answer(new URL(request.url));
        return { ok: true, status, headers: {}, text: JSON.stringify(body) };
      }),
  };
  return {
    ask: asyncClient({ baseUrl: 'https://service.example', key: 'rs_live_doubtful_answers' }, host),
    asked,
  };
}

const days = (count: number): object[] =>
  Array.from({ length: count }, (_, back) => ({
    date: addDays('2026-11-21', back + 1 - count),
    visitors: 1,
  }));

it('a refusal of one window keeps a known Form, though the other name finds nothing', async () => {
  const { ask } = client((url) => {
    const site = url.searchParams.get('websiteId');
    if (site === null) return error(404, 'not_found');
    if (url.pathname.endsWith('/analytics')) return error(400, 'bad_request');
    return { status: 200, body: { websiteId: site, score: 60 } };
  });
  await ask.authority('w1');
  await expect(ask.analytics('w1', { last: 7 })).rejects.toMatchObject({ kind: 'bad_request', spent: 2 });
  expect(ask.profile().websiteParameter.form).toBe(1);
  expect((await ask.authority('w2')).value.score).toBe(60);
});

it('two windows with the same few days leave the window unknown', async () => {
  const { ask } = client((url) => {
    const site = url.searchParams.get('websiteId');
    const asked = Number.parseInt(url.searchParams.get('period') ?? '30', 10);
    return {
      status: 200,
      body: { websiteId: site, days: days(Math.min(asked, site === 'young' ? 20 : 365)) },
    };
  });
  expect((await ask.analytics('young', { last: 90 })).value.days).toHaveLength(20);
  expect(ask.profile().window.form).toBeNull();
  expect((await ask.analytics('old', { last: 90 })).value.days).toHaveLength(90);
  expect(ask.profile().window.form).toBe(2);
});

it('a service that ignores both names is refused, and nothing is learnt', async () => {
  const { ask, asked } = client(() => ({ status: 200, body: { score: 60 } }));
  await expect(ask.authority('w1')).rejects.toMatchObject({ kind: 'shape', spent: 4 });
  expect(asked).toHaveLength(4);
  expect(ask.profile().websiteParameter.form).toBeNull();
});

it('a window that the other Form cannot express leaves the first refusal unchanged', async () => {
  const { ask } = client((url) =>
    url.pathname.endsWith('/analytics')
      ? error(400, 'bad_request')
      : { status: 200, body: { websiteId: url.searchParams.get('websiteId'), score: 60 } },
  );
  await ask.authority('w1');
  const window = { from: '2025-01-01', to: '2025-01-31' };
  await expect(ask.analytics('w1', window)).rejects.toMatchObject({ kind: 'bad_request', spent: 1 });
});
