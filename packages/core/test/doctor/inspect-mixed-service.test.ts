import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { inspectService } from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { forms, startSandboxOf } from '../support/sandbox-client.ts';

let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

describe.each(forms)('the doctor at a service of Form %i whose endpoints differ', (form) => {
  it('checks each endpoint whose answers do not name their website, with one request each', async () => {
    sandbox = await startSandboxOf(form, { quirks: { websiteEcho: 'none' } });
    const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, nodeHost());
    expect(report.form).toBe(form);
    expect(report.endpoints.every(({ ok }) => ok)).toBe(true);
    // In Form 2 the first endpoint refuses the other name, which is a check.
    expect(report.spent).toBe(9);
    expect((await sandbox.admin.requests()).total).toBe(report.spent);
  });

  it('reports an endpoint that takes only the other name, also if it answers for another website without it', async () => {
    for (const lenientEndpoint of ['none', 'competitors'] as const) {
      await sandbox?.close();
      sandbox = await startSandboxOf(form, {
        quirks: { swappedEndpoint: 'competitors', lenientEndpoint, websiteEcho: 'none' },
      });
      const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, nodeHost());
      expect(report.endpoints.every(({ ok }) => ok)).toBe(true);
      expect(report.profile.websiteParameter.form).toBe(form);
      expect(report.profile.parameterOf?.competitors).toBe(form === 1 ? 2 : 1);
      expect(report.spent).toBeLessThanOrEqual(10);
    }
  });

  it('reports mixed Forms if answers show them', async () => {
    sandbox = await startSandboxOf(form, { quirks: { swappedEndpoint: 'competitors' } });
    const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, nodeHost());
    expect(report.form).toBe('mixed');
    expect(report.profile.parameterOf).toMatchObject({ competitors: form === 1 ? 2 : 1 });
  });
});
