import type { RunningSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AsyncClient, addDays } from '../../src/index.ts';
import {
  clientOf,
  closeAfterTest,
  forms,
  plainGet,
  startSandboxOf,
  websiteParameter,
} from '../support/sandbox-client.ts';
import { virtualTime } from '../support/virtual-time.ts';

type Row = Record<string, unknown>;

/** The day on which the service and the client stand still. */
const today = '2026-11-21';
const noon = `${today}T12:00:00Z`;

describe.each(forms)('a client of Form %i', (form) => {
  let sandbox: RunningSandbox;
  let client: AsyncClient;
  let site: string;
  const query = (extra = '') => `?${websiteParameter[form]}=${site}${extra}`;

  beforeAll(async () => {
    sandbox = await startSandboxOf(form);
    client = clientOf(sandbox, {}, (await virtualTime(sandbox, noon)).host);
    site = sandbox.websites[0]?.id ?? '';
  });
  afterAll(() => sandbox.close());

  it('reads every id, name and domain of websites', async () => {
    const { value, meta } = await client.websites();
    expect(value).toEqual(sandbox.websites);
    expect(meta.spent).toBe(1);
    expect(meta.trace.fields.id?.pointer).toMatch(/\/id$/);
  });

  it('reads the score and each component of authority', async () => {
    const plain = await plainGet(sandbox, `/api/v1/authority${query()}`);
    const { value, text } = await client.authority(site);
    expect(value.score).toBe(plain.score);
    expect(value.scale).toBe(100);
    expect(value.components.map(({ name, score, weight }) => ({ name, score, weight }))).toEqual(
      plain.components,
    );
    expect(JSON.parse(text)).toEqual(plain);
  });

  it('reads the total, each engine once and every item of citations', async () => {
    const plain = await plainGet(sandbox, `/api/v1/citations${query()}`);
    const { value } = await client.citations(site);
    expect(value.total).toBe(plain.total);
    expect(value.byEngine.map(({ label, count }) => ({ engine: label, count }))).toEqual(plain.engines);
    expect(value.items.map((item) => item.url)).toEqual((plain.citations as Row[]).map((item) => item.url));
  });

  it('reads the shares of competitors as fractions of one', async () => {
    const plain = await plainGet(sandbox, `/api/v1/competitors${query()}`);
    const percent = (form === 1 ? plain.shareOfVoice : plain.share_of_voice) as number;
    const { value } = await client.competitors(site);
    expect(value.shareOfVoice).toBeCloseTo(percent / 100, 12);
    expect(value.competitors.map((rival) => rival.name)).toEqual(
      (plain.competitors as Row[]).map((rival) => rival.name),
    );
    const sum =
      (value.shareOfVoice ?? 0) + value.competitors.reduce((total, rival) => total + (rival.share ?? 0), 0);
    expect(sum).toBeCloseTo(1, 9);
    expect(value.mentions).toBe(plain.mentions);
  });

  it.each([7, 30, 90])('reads the last %i days of analytics', async (days) => {
    const { value, meta } = await client.analytics(site, { last: days });
    expect(value.days).toHaveLength(days);
    expect(value.days[0]?.date).toBe(addDays(today, 1 - days));
    const whole = form === 1 ? 'emulated' : 'native';
    expect(meta.window?.how).toBe(days === 90 ? whole : 'sliced');
    const plain = await plainGet(
      sandbox,
      `/api/v1/analytics${query(form === 1 ? `&from=${addDays(today, 1 - days)}&to=${today}` : `&period=${days}d`)}`,
    );
    expect(value.days.map((day) => day.visitors)).toEqual((plain.days as Row[]).map((row) => row.visitors));
  });

  it('reads two dates of analytics, cut from the 90 days that serve every window', async () => {
    const window = { from: addDays(today, -12), to: addDays(today, -3) };
    const { value, meta } = await client.analytics(site, window);
    expect(value.days.map((day) => day.date)).toEqual(
      Array.from({ length: 10 }, (_, at) => addDays(window.from, at)),
    );
    expect(meta.window).toEqual({ ...window, how: 'sliced', asked: 10, given: 10 });
  });

  it('reads a website without data as nulls and empty lists, never zeros', async () => {
    const empty = sandbox.websites.find((website) => website.name === 'Quillfield Studio')?.id ?? '';
    expect((await client.authority(empty)).value).toMatchObject({ score: null, components: [] });
    expect((await client.competitors(empty)).value).toMatchObject({ shareOfVoice: null, competitors: [] });
    expect((await client.citations(empty)).value).toEqual({ total: 0, byEngine: [], items: [] });
    expect((await client.analytics(empty, { last: 7 })).value.days).toEqual([]);
  });

  it('reads the rate headers with each answer', async () => {
    const { meta } = await client.websites();
    expect(meta.rate.minute.limit).toBe(300);
    expect(meta.rate.minute.remaining).toBeGreaterThan(200);
  });
});

describe('a window that Form 2 cannot express', () => {
  it('is refused before a request, with the earliest day', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(2));
    const client = clientOf(sandbox, { form: 2 }, (await virtualTime(sandbox, noon)).host);
    await expect(
      client.analytics(sandbox.websites[0]?.id ?? '', { from: addDays(today, -120), to: today }),
    ).rejects.toMatchObject({
      kind: 'window',
      message: expect.stringContaining(addDays(today, -89)),
    });
    expect((await sandbox.admin.requests()).total).toBe(0);
  });
});
