import { startSandbox } from '@answershare/sandbox';
import { expect, it } from 'vitest';
import { configuredRecipes, inspectService, type Recipe } from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { memoryCache } from '../support/memory-cache.ts';
import { clientOf, closeAfterTest, forms } from '../support/sandbox-client.ts';

/** The sandbox's envelope `data-meta`, which no shipped recipe fits. */
const inEnvelope = (share: string): Recipe => ({
  v: 1,
  kind: 'competitors',
  whole: { shareOfVoice: `/meta/${share} percent` },
  lists: {
    competitors: [
      { at: '/data/*', fields: { name: '/data/*/name text', share: `/data/*/${share} percent` } },
    ],
  },
});

const websites: Recipe = {
  v: 1,
  kind: 'websites',
  lists: {
    websites: [{ at: '/data/*', fields: { id: '/data/*/id text', domain: '/data/*/domain host' } }],
  },
};

it.each(forms)('Form %i: client and doctor follow a configured recipe', async (form) => {
  const sandbox = await closeAfterTest(startSandbox({ form, seed: 7, quirks: { envelope: 'data-meta' } }));
  const site = sandbox.websites[0]?.id ?? '';
  const own = form === 1 ? 'shareOfVoice' : 'share_of_voice';
  const recipes = configuredRecipes({ websites, competitors: inEnvelope(own) });
  await expect(clientOf(sandbox).competitors(site)).rejects.toMatchObject({ kind: 'shape' });
  const { value, meta } = await clientOf(sandbox, { recipes }).competitors(site);
  const shares = value.competitors.map((rival) => rival.share ?? 0);
  expect(shares.reduce((sum, share) => sum + share, value.shareOfVoice ?? 0)).toBeCloseTo(1, 2);
  expect(meta.trace).toMatchObject({
    status: 'configured',
    fields: { shareOfVoice: { pointer: `/meta/${own}`, codec: 'percent' } },
  });
  const options = { baseUrl: sandbox.baseUrl, key: sandbox.keys.live, recipes };
  const report = await inspectService(options, nodeHost());
  expect(report.endpoints.find(({ endpoint }) => endpoint === 'competitors')).toMatchObject({ ok: true });
});

it('a later recipe reads the cache, at no cost', async () => {
  const sandbox = await closeAfterTest(startSandbox({ form: 2, seed: 7, quirks: { envelope: 'data-meta' } }));
  const { cache } = memoryCache();
  const site = sandbox.websites[0]?.id ?? '';
  const ask = (options: Parameters<typeof clientOf>[1]) =>
    clientOf(sandbox, { form: 2, ...options }, { cache }).competitors(site);
  const first = await ask({}).catch((thrown: unknown) => thrown);
  expect(first).toMatchObject({ kind: 'shape' });
  const { total } = await sandbox.admin.requests();
  await expect(ask({})).rejects.toMatchObject({ kind: 'shape', spent: 0 });
  const { meta } = await ask({ recipes: configuredRecipes({ competitors: inEnvelope('share_of_voice') }) });
  expect(meta).toMatchObject({ source: 'fresh', spent: 0 });
  expect((await sandbox.admin.requests()).total).toBe(total);
});
