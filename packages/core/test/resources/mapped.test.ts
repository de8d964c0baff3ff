import { startSandbox } from '@answershare/sandbox';
import { expect, it } from 'vitest';
import { doctorAsync } from '../../src/index.ts';
import { clientOf, forms } from '../forms.ts';
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
      expect(meta.trace.fields.shareOfVoice).toEqual({ pointer: `/meta/${own}`, provenance: 'user' });
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
