import { describe, expect, it } from 'vitest';
import { memoryCache } from '../support/memory-cache.ts';
import { clientOf, closeAfterTest, forms, startSandboxOf } from '../support/sandbox-client.ts';
import { faultOf, startScriptedService } from '../support/scripted-client.ts';

const refusal = (code: string): string => JSON.stringify({ error: { code, message: 'No.' } });

describe.each([
  [{ from: '2026-01-01', to: '2026-01-05' }, 'gives the last 90 days only'],
  [{ last: 400 }, 'gives the last 90 days only'],
  [{ from: '2027-03-01', to: '2027-03-05' }, 'starts on 2027-03-01, after today'],
] as const)('a first query with the window %j', (window, reason) => {
  it.each([[false], [true]])(
    'learns the limit of Form 2, and costs nothing afterwards, cache: %j',
    async (kept) => {
      const sandbox = await closeAfterTest(startSandboxOf(2));
      await sandbox.admin.freezeClock();
      await sandbox.admin.setClock('2026-11-21T05:00:00Z');
      const now = () => Date.parse('2026-11-21T05:00:00Z');
      const client = clientOf(sandbox, {}, { now, ...(kept ? memoryCache() : {}) });
      for (const [at, { id }] of sandbox.websites.slice(0, 3).entries())
        await expect(client.analytics(id, window)).rejects.toMatchObject({
          kind: 'window',
          spent: at === 0 ? 2 : 0,
          message: expect.stringContaining(reason),
        });
      expect((await sandbox.admin.requests()).total).toBe(2);
      expect(client.profile().websiteParameter.form).toBe(2);
    },
  );
});

it.each(forms)('Form %i: an invalid window costs nothing', async (form) => {
  const sandbox = await closeAfterTest(startSandboxOf(form));
  const id = sandbox.websites[0]?.id ?? '';
  const window = { from: '2026-01-05', to: '2026-01-01' };
  await expect(clientOf(sandbox).analytics(id, window)).rejects.toMatchObject({ kind: 'window', spent: 0 });
  expect((await sandbox.admin.requests()).total).toBe(0);
});

describe('a window with both names refused', () => {
  it('keeps the refusal and learns nothing', () => {
    const service = startScriptedService(() => ({ status: 400, text: refusal('bad_request') }));
    const client = service.client();
    const ask = () => faultOf(() => client.analytics('ws_1', { last: 400 }));
    for (const spent of [2, 2]) expect(ask()).toMatchObject({ kind: 'bad_request', status: 400, spent });
    expect(client.profile().websiteParameter.form).toBeNull();
  });

  it('keeps a learnt name', () => {
    const service = startScriptedService(({ searchParams }) =>
      searchParams.has('from')
        ? { status: 400, text: refusal('bad_request') }
        : { text: '{"websiteId":"ws_1","score":7}' },
    );
    const client = service.client();
    client.authority('ws_1');
    expect(faultOf(() => client.analytics('ws_1', { last: 400 }))).toMatchObject({
      kind: 'bad_request',
      spent: 1,
    });
    expect(client.profile().websiteParameter.form).toBe(1);
  });
});
