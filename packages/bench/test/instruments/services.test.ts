import { expect, it } from 'vitest';
import { startGatedFront } from '../../src/services/gated-front.ts';
import { startWideSandbox } from '../../src/services/wide-sandbox.ts';

it.each([1, 2] as const)(
  'a wide sandbox has as many websites as asked and counts from nothing (Form %i)',
  async (form) => {
    const { sandbox, key, websites, sent } = await startWideSandbox({ form, websites: 45 });
    try {
      expect(new Set(websites).size).toBe(45);
      expect(await sent()).toBe(0);
      const url = `${sandbox.baseUrl}/api/v1/authority?${form === 1 ? 'websiteId' : 'website_id'}=${websites[44]}`;
      expect((await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
      expect(await sent()).toBe(1);
    } finally {
      await sandbox.close();
    }
  },
);

it('a gated front hands on what passes, with its own limit headers, and refuses the rest', async () => {
  const { sandbox, key, sent } = await startWideSandbox({ form: 1, websites: 1 });
  const front = await startGatedFront(sandbox, { perWindow: 1, windowMs: 3_600_000 });
  const ask = () =>
    fetch(`${front.baseUrl}/api/v1/websites`, { headers: { authorization: `Bearer ${key}` } });
  try {
    const first = await ask();
    expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, '1']);
    expect(await first.json()).toHaveProperty('websites.249.id');
    const second = await ask();
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '3600']);
    await second.arrayBuffer();
    expect([front.counts, await sent()]).toEqual([{ requests: 2, refused: 1 }, 1]);
  } finally {
    await front.close();
    await sandbox.close();
  }
});
