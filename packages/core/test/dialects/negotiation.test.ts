import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { configuredProfile, learn, unknownProfile } from '../../src/dialects/profile.ts';
import { recogniseCode, recogniseHeaders, recogniseParameter } from '../../src/dialects/recognise.ts';
import { type ClientEvent, formOf } from '../../src/index.ts';
import { clientOf, forms, startForm } from '../forms.ts';

let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

describe.each(forms)('an unknown service that speaks Form %i', (form) => {
  it('is found out by the first question about a website', async () => {
    sandbox = await startForm(form);
    const events: ClientEvent[] = [];
    const client = clientOf(sandbox, {}, { emit: (event) => events.push(event) });
    const site = sandbox.websites[0]?.id ?? '';
    const { meta } = await client.authority(site);
    expect(meta.spent).toBe(form);
    expect(formOf(client.profile())).toBe(form);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'dialect', axis: 'websiteParameter', value: `Form ${form}` }),
    );
    await client.citations(site);
    expect((await sandbox.admin.requests()).total).toBe(form + 1);
  });

  it('is found out once, however many questions are asked at the same time', async () => {
    sandbox = await startForm(form);
    const client = clientOf(sandbox);
    const sites = sandbox.websites.slice(0, 6).map((website) => website.id);
    await Promise.all(sites.map((site) => client.authority(site)));
    expect((await sandbox.admin.requests()).total).toBe(form + 5);
  });

  it('is not asked again where an earlier session knew it', async () => {
    sandbox = await startForm(form);
    const client = clientOf(sandbox, { profile: configuredProfile(form) });
    expect((await client.authority(sandbox.websites[0]?.id ?? '')).meta.spent).toBe(1);
  });
});

describe('identical questions at the same time', () => {
  it('cost one request', async () => {
    sandbox = await startForm(1);
    const client = clientOf(sandbox, { form: 1 });
    const site = sandbox.websites[0]?.id ?? '';
    const results = await Promise.all(Array.from({ length: 20 }, () => client.authority(site)));
    expect(new Set(results.map((result) => result.value.score)).size).toBe(1);
    expect((await sandbox.admin.requests()).total).toBe(1);
  });
});

describe('evidence', () => {
  it('comes from codes that one Form alone has', () => {
    expect(recogniseCode('insufficient_scope', 1)?.[1].form).toBe(2);
    expect(recogniseCode('forbidden', 1)?.[1].form).toBe(1);
    expect(recogniseCode('daily_quota_exceeded', 1)?.[1].form).toBe(2);
    expect(recogniseCode('rate_limited', 1)).toBeNull();
    expect(recogniseCode('teapot', 1)).toBeNull();
  });

  it('comes from daily headers, whose absence proves nothing', () => {
    expect(recogniseHeaders({ 'x-dailyquota-reset': '1' }, 1)?.[1].form).toBe(2);
    expect(recogniseHeaders({ 'x-ratelimit-reset': '1' }, 1)).toBeNull();
  });

  it('comes from the website parameter, but not from a 404 or a 500', () => {
    expect(recogniseParameter(1, 200, null, 1)?.[1].form).toBe(1);
    expect(recogniseParameter(1, 400, 'bad_request', 1)?.[1].form).toBe(2);
    expect(recogniseParameter(2, 400, 'bad_request', 1)?.[1].form).toBe(1);
    expect(recogniseParameter(1, 404, 'not_found', 1)).toBeNull();
    expect(recogniseParameter(1, 500, 'server_error', 1)).toBeNull();
  });

  it('is kept per axis: a service may mix the Forms', () => {
    const profile = learn(
      learn(unknownProfile, 'websiteParameter', { form: 1, seen: 'a', at: 1 }),
      'errorCodes',
      { form: 2, seen: 'b', at: 2 },
    );
    expect(formOf(profile)).toBe('mixed');
    expect(formOf(unknownProfile)).toBeNull();
  });

  it('that contradicts replaces what was believed and stays on record', () => {
    const profile = learn(learn(unknownProfile, 'window', { form: 1, seen: 'a', at: 1 }), 'window', {
      form: 2,
      seen: 'b',
      at: 2,
    });
    expect(profile.window.form).toBe(2);
    expect(profile.window.evidence.map((sign) => sign.seen)).toEqual(['a', 'b']);
  });
});
