import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { configuredProfile } from '../../src/dialects/profile.ts';
import { type ClientEvent, type HttpRequest, toForm } from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { clientOf, forms, startSandboxOf } from '../support/sandbox-client.ts';

let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

describe.each(forms)('an unknown service that speaks Form %i', (form) => {
  it('is recognised by the first query about a website', async () => {
    sandbox = await startSandboxOf(form);
    const events: ClientEvent[] = [];
    const client = clientOf(sandbox, {}, { emit: (event) => events.push(event) });
    const site = sandbox.websites[0]?.id ?? '';
    const { meta } = await client.authority(site);
    expect(meta.spent).toBe(form);
    expect(toForm(client.profile())).toBe(form);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'dialect', axis: 'websiteParameter', value: `Form ${form}` }),
    );
    await client.citations(site);
    expect((await sandbox.admin.requests()).total).toBe(form + 1);
  });

  it('is recognised once, however many queries run at the same time', async () => {
    sandbox = await startSandboxOf(form);
    const client = clientOf(sandbox);
    const sites = sandbox.websites.slice(0, 6).map((website) => website.id);
    await Promise.all(sites.map((site) => client.authority(site)));
    expect((await sandbox.admin.requests()).total).toBe(form + 5);
  });

  it('needs no recognition for a query without a website', async () => {
    sandbox = await startSandboxOf(form);
    for (const client of [clientOf(sandbox), clientOf(sandbox, { form })]) {
      for (const id of ['', ' \t', undefined as unknown as string]) {
        const message = 'The website id is empty. Copy the id again from the list of websites.';
        await expect(client.authority(id)).rejects.toMatchObject({ kind: 'not_found', spent: 0, message });
        await expect(client.analytics(id, { last: 7 })).rejects.toMatchObject({
          kind: 'not_found',
          spent: 0,
        });
      }
    }
    expect((await sandbox.admin.requests()).total).toBe(0);
  });

  it('is asked in the configured Form, whatever an earlier session learnt', async () => {
    sandbox = await startSandboxOf(form);
    const learnt = clientOf(sandbox);
    const site = sandbox.websites[0]?.id ?? '';
    await learnt.authority(site);
    const given = clientOf(sandbox, { form: form === 1 ? 2 : 1, profile: learnt.profile() });
    await expect(given.authority(site)).rejects.toMatchObject({ status: 400, spent: 1 });
    expect((await clientOf(sandbox, { form, profile: learnt.profile() }).authority(site)).meta.spent).toBe(1);
  });

  it('is not recognised again if an earlier session knew its Form', async () => {
    sandbox = await startSandboxOf(form);
    const client = clientOf(sandbox, { profile: configuredProfile(form) });
    expect((await client.authority(sandbox.websites[0]?.id ?? '')).meta.spent).toBe(1);
  });
});

describe('a service that changes its Form', () => {
  it('is learnt again with one request, if its Form was learnt', async () => {
    sandbox = await startSandboxOf(1);
    const client = clientOf(sandbox);
    const site = sandbox.websites[0]?.id ?? '';
    await client.authority(site);
    const learnt = client.profile();
    await sandbox.close();
    sandbox = await startSandboxOf(2);
    const later = clientOf(sandbox, { profile: learnt });
    expect((await later.authority(site)).meta.spent).toBe(2);
    expect(later.profile().websiteParameter.form).toBe(2);
    expect((await later.citations(site)).meta.spent).toBe(1);
  });

  it('is learnt again with its windows', async () => {
    sandbox = await startSandboxOf(1);
    const client = clientOf(sandbox);
    const site = sandbox.websites[0]?.id ?? '';
    await client.analytics(site, { last: 90 });
    expect(client.profile().window.form).toBe(1);
    await sandbox.close();
    sandbox = await startSandboxOf(2);
    const later = clientOf(sandbox, { profile: client.profile() });
    const { value, meta } = await later.analytics(site, { last: 90 });
    expect([value.days.length, meta.spent]).toEqual([90, 2]);
    expect(later.profile().window.form).toBe(2);
  });

  it('is refused if its Form was configured', async () => {
    sandbox = await startSandboxOf(2);
    const site = sandbox.websites[0]?.id ?? '';
    await expect(clientOf(sandbox, { form: 1 }).authority(site)).rejects.toMatchObject({
      kind: 'bad_request',
      spent: 1,
    });
    expect((await sandbox.admin.requests()).total).toBe(1);
  });

  it('is learnt from an unknown website too', async () => {
    sandbox = await startSandboxOf(2);
    const client = clientOf(sandbox);
    await expect(client.authority('ws_nobody')).rejects.toMatchObject({ kind: 'not_found', spent: 2 });
    expect((await client.authority(sandbox.websites[0]?.id ?? '')).meta.spent).toBe(1);
  });
});

describe('a service with the names of Form 1 and the windows of Form 2', () => {
  /** Words a request of Form 1 names for a sandbox of Form 2; a range is not understood there. */
  const mixed = (requests: readonly HttpRequest[]): readonly HttpRequest[] =>
    requests.map((request) => ({ ...request, url: request.url.replace('websiteId=', 'website_id=') }));

  it('is recognised by missing days, and asked once with the other window', async () => {
    sandbox = await startSandboxOf(2);
    const host = nodeHost();
    const client = clientOf(sandbox, {}, { send: (requests) => host.send(mixed(requests)) });
    const site = sandbox.websites[0]?.id ?? '';
    const { value, meta } = await client.analytics(site, { last: 90 });
    expect(value.days).toHaveLength(90);
    expect(meta.spent).toBe(2);
    expect(toForm(client.profile())).toBe('mixed');
    expect((await client.analytics(site, { last: 7 })).meta.spent).toBe(1);
  });
});

describe('identical concurrent queries', () => {
  it('cost one request', async () => {
    sandbox = await startSandboxOf(1);
    const client = clientOf(sandbox, { form: 1 });
    const site = sandbox.websites[0]?.id ?? '';
    const results = await Promise.all(Array.from({ length: 20 }, () => client.authority(site)));
    expect(new Set(results.map((result) => result.value.score)).size).toBe(1);
    expect((await sandbox.admin.requests()).total).toBe(1);
  });
});
