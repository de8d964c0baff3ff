import { describe, expect, it } from 'vitest';
import { inspectRecordings, inspectService, type RecordedAnswer } from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { closeAfterTest, forms, startSandboxOf } from '../support/sandbox-client.ts';
import { learnShipped } from '../support/sandbox-recipes.ts';
import { virtualTime } from '../support/virtual-time.ts';

describe.each(forms)('the doctor at a service of Form %i', (form) => {
  it('names the Form with evidence for each tested axis, in at most 6 requests', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(form));
    const { host } = await virtualTime(sandbox);
    const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, nodeHost(host));
    expect(report.form).toBe(form);
    expect(report.profile.websiteParameter).toMatchObject({ form, evidence: [{ form }] });
    expect(report.profile.window).toMatchObject({ form, evidence: [{ form }] });
    expect(report.endpoints.map((finding) => [finding.endpoint, finding.ok]).sort()).toEqual(
      ['analytics', 'authority', 'citations', 'competitors', 'websites'].map((endpoint) => [endpoint, true]),
    );
    expect(report.spent).toBe(form === 1 ? 5 : 6);
    expect((await sandbox.admin.requests()).total).toBe(report.spent);
    expect(Math.abs(report.clockSkewMs ?? Number.NaN)).toBeLessThan(60_000);
    expect(report.rate.minute.remaining).toBe(300 - report.spent);
  });

  it('needs 2 requests in quick mode', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(form));
    const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, nodeHost(), {
      quick: true,
    });
    expect(report.form).toBe(form);
    expect((await sandbox.admin.requests()).total).toBe(2);
  });

  it.each(['2025-02-04', '2025-02-06', '2025-02-09', '2025-02-12'])(
    "does not mistake the window of a website since 3 February for the other Form's on %s",
    async (day) => {
      const sandbox = await closeAfterTest(startSandboxOf(form));
      const { host } = await virtualTime(sandbox, `${day}T12:00:00Z`);
      const report = await inspectService(
        { baseUrl: sandbox.baseUrl, key: sandbox.keys.one },
        nodeHost(host),
      );
      expect(report.form).toBe(form);
      expect([form, null]).toContain(report.profile.window.form);
      if (form === 2) expect(report.profile.window.evidence).toMatchObject([{ form: 2 }]);
    },
  );

  it('reports a forbidden endpoint and goes on', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(form));
    await sandbox.admin.fault({ fault: 'status', endpoint: 'citations', times: 1 });
    const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, nodeHost());
    expect(report.endpoints.find((finding) => finding.endpoint === 'citations')).toMatchObject({
      ok: false,
      fault: 'server',
    });
    expect(report.endpoints.find((finding) => finding.endpoint === 'competitors')?.ok).toBe(true);
  });

  it.each(['html', 'empty200'] as const)(
    'takes no evidence from a 200 without an answer: %s',
    async (fault) => {
      const sandbox = await closeAfterTest(startSandboxOf(form));
      await sandbox.admin.fault({ fault, endpoint: 'authority' });
      const kept: RecordedAnswer[] = [];
      const { send } = nodeHost();
      const host = nodeHost({
        send: async (requests) => {
          const outcomes = await send(requests);
          const [[request], [outcome]] = [requests, outcomes];
          if (outcome?.ok && request?.url.includes('/authority'))
            kept.push({ endpoint: 'authority', ...outcome, body: outcome.text, url: request.url });
          return outcomes;
        },
      });
      const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, host);
      expect(report.form).toBe(form);
      expect(report.endpoints.filter(({ ok }) => !ok)).toMatchObject([{ fault: 'bad_body' }]);
      expect(report.spent).toBe(form === 1 ? 5 : 6);
      expect(inspectRecordings(kept.slice(0, 1), learnShipped).profile.websiteParameter.form).toBeNull();
    },
  );

  it('finds the Form though the key may not read authority', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(form));
    const key = await sandbox.admin.createKey({
      plan: 'growth',
      scopes: ['websites:read', 'analytics:read', 'citations:read', 'competitors:read'],
    });
    const report = await inspectService({ baseUrl: sandbox.baseUrl, key }, nodeHost());
    expect(report.profile.websiteParameter.form).toBe(form);
    expect(report.profile.window.form).toBe(form);
    expect(report.endpoints.filter((finding) => !finding.ok)).toMatchObject([
      { endpoint: 'authority', fault: 'forbidden' },
    ]);
    expect((await sandbox.admin.requests()).total).toBe(form === 1 ? 5 : 6);
  });

  it('stops at a refused key', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(form));
    const visit = inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.revoked }, nodeHost());
    await expect(visit).rejects.toMatchObject({ kind: 'auth.invalid' });
    expect((await sandbox.admin.requests()).total).toBe(1);
  });

  it.each([
    ['a limit', 'burst', 429],
    ['a connection that is cut', 'transport', null],
  ] as const)('keeps its findings if %s ends the run', async (_, kind, status) => {
    const sandbox = await closeAfterTest(startSandboxOf(form));
    const plain = nodeHost();
    const host = nodeHost({
      send: async (requests) => {
        const [request] = requests;
        if (request?.url.includes('/citations') === true) {
          if (kind === 'burst') await sandbox.admin.setUsage(sandbox.keys.live, { minute: 300 });
          else await sandbox.admin.fault({ fault: 'reset', endpoint: 'citations', times: 1 });
        }
        return plain.send(requests);
      },
    });
    const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, host);
    expect(report.form).toBe(form);
    expect(report.websites).toEqual(sandbox.websites);
    expect(report.endpoints).toMatchObject([
      { endpoint: 'websites', ok: true },
      { endpoint: 'authority', ok: true },
      { endpoint: 'citations', ok: false, fault: kind, status, trace: null },
    ]);
    expect(report.spent).toBe(form === 1 ? 3 : 4);
  });
});

describe.each([
  ['two windows in one request', { bothWindows: 'bad-request' }, { 1: 5, 2: 7 }],
  ['unknown parameters', { unknownParameters: 'refused' }, { 1: 6, 2: 7 }],
] as const)('a service that refuses %s', (_, quirks, spent) => {
  it.each(forms)('gets one more request with the window of Form %i alone', async (form) => {
    const sandbox = await closeAfterTest(startSandboxOf(form, { quirks }));
    const report = await inspectService({ baseUrl: sandbox.baseUrl, key: sandbox.keys.live }, nodeHost());
    expect(report.form).toBe(form);
    expect(report.profile.window).toMatchObject({ form, evidence: [{ form }] });
    expect(report.endpoints.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.endpoints.filter(({ endpoint }) => endpoint === 'analytics')).toHaveLength(1);
    expect(report.spent).toBe(spent[form]);
    expect((await sandbox.admin.requests()).total).toBe(report.spent);
  });
});

describe('a refusal of two windows in one request', () => {
  it.each(forms)('of Form %i, in recorded answers, is no evidence of the website parameter', (form) => {
    const name = form === 1 ? 'websiteId' : 'website_id';
    const kept = {
      endpoint: 'analytics',
      status: 400,
      headers: {},
      body: '{"error":{"code":"bad_request","message":"send one"}}',
      url: `https://api.example.com/api/v1/analytics?${name}=w&from=2026-11-10&to=2026-11-12&period=90d`,
    } as const;
    for (const status of [400, 200])
      expect(inspectRecordings([{ ...kept, status }], learnShipped).profile.websiteParameter.form).toBeNull();
  });
});
