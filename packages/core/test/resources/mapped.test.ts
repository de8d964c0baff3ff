import { startSandbox } from '@answershare/sandbox';
import { expect, it } from 'vitest';
import { doctorAsync } from '../../src/index.ts';
import { clientOf, forms } from '../forms.ts';
import { memoryCache } from '../memory-cache.ts';
import { nodeHost } from '../node-host.ts';

it.each(forms)(
  'Form %i: an endpoint with a mapping is read by it alone, by client and doctor',
  async (form) => {
    const sandbox = await startSandbox({ form, seed: 7, quirks: { envelope: 'data-meta' } });
    try {
      const site = sandbox.websites[0]?.id ?? '';
      const own = form === 1 ? 'shareOfVoice' : 'share_of_voice';
      const mappings = {
        competitors: {
          rows: '/data/*',
          fields: { shareOfVoice: `/meta/${own}`, name: '/name', share: `/${own}` },
          shareUnit: 'percent' as const,
        },
      };
      await expect(clientOf(sandbox).competitors(site)).rejects.toMatchObject({ kind: 'shape' });
      const { value, meta } = await clientOf(sandbox, { mappings }).competitors(site);
      const shares = value.competitors.map((rival) => rival.share ?? 0);
      expect(shares.reduce((sum, share) => sum + share, value.shareOfVoice ?? 0)).toBeCloseTo(1, 9);
      expect(meta.trace.fields.shareOfVoice?.pointer).toBe(`/meta/${own}`);
      const report = await doctorAsync(
        { baseUrl: sandbox.baseUrl, key: sandbox.keys.live, mappings },
        nodeHost(),
      );
      expect(report.endpoints.find(({ endpoint }) => endpoint === 'competitors')).toMatchObject({ ok: true });
    } finally {
      await sandbox.close();
    }
  },
);

it('a mapping that comes later reads what is in the cache, at no cost', async () => {
  const sandbox = await startSandbox({ form: 2, seed: 7, quirks: { envelope: 'data-meta' } });
  const { cache } = memoryCache();
  try {
    const site = sandbox.websites[0]?.id ?? '';
    const ask = (options: Parameters<typeof clientOf>[1]) =>
      clientOf(sandbox, { form: 2, ...options }, { cache }).competitors(site);
    await expect(ask({})).rejects.toMatchObject({ kind: 'shape', spent: 1 });
    await expect(ask({})).rejects.toMatchObject({ kind: 'shape', spent: 0 });
    const fields = { shareOfVoice: '/meta/share_of_voice', name: '/name', share: '/share_of_voice' };
    const { meta } = await ask({
      mappings: { competitors: { rows: '/data/*', fields, shareUnit: 'percent' } },
    });
    expect(meta).toMatchObject({ source: 'fresh', spent: 0 });
    expect((await sandbox.admin.requests()).total).toBe(1);
  } finally {
    await sandbox.close();
  }
});
