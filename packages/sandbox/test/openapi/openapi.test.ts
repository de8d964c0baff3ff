import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { EVENT_KINDS, KINDS, listKinds } from '../../src/webhooks/kinds.ts';
import { forms, get, idParameter, pathFor, readError, readJson, startTestSandbox } from '../sandbox.ts';
import { bodyOf, startReceiver } from '../webhooks/receiver.ts';
import { documentOf, findHeaderFaults, startValidatingProxy, validator } from './document.ts';

const ENDPOINTS = ['websites', 'analytics', 'citations', 'competitors', 'authority'] as const;

describe.each(forms)('Form %i', (form) => {
  test('the document is valid by the meta-schema of OpenAPI 3.1', async () => {
    const document = await documentOf(await startTestSandbox(form));
    const checked = await new Validator().validate(structuredClone(document));
    expect(checked).toEqual({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test('has the five endpoints with the parameters of specification §4', async () => {
    const { paths } = await documentOf(await startTestSandbox(form));
    const parameters = Object.entries(paths).map(([path, { get: operation }]) => [
      path,
      ...operation.parameters.map(({ name, required }) => `${name}${required ? '!' : ''}`),
    ]);
    const id = `${idParameter(form)}!`;
    expect(parameters).toEqual([
      ['/api/v1/websites'],
      ['/api/v1/analytics', id, ...(form === 1 ? ['from', 'to'] : ['period'])],
      ['/api/v1/citations', id],
      ['/api/v1/competitors', id],
      ['/api/v1/authority', id],
    ]);
  });

  test('every response to each key is valid', async () => {
    const sandbox = await startTestSandbox(form);
    const [document, proxy] = [await documentOf(sandbox), await startValidatingProxy(sandbox)];
    for (const label of ['live', 'test', 'one', 'eventful', 'hostile', 'none'] as const) {
      const read = async (endpoint: string, query = ''): Promise<Record<string, unknown>> => {
        const response = await get(proxy, `/api/v1/${endpoint}${query}`, sandbox.keys[label]);
        expect(findHeaderFaults(document, `/api/v1/${endpoint}`, response)).toEqual([]);
        return readJson(response);
      };
      const { websites } = await read('websites');
      for (const { id } of websites as { id: string }[])
        for (const endpoint of ENDPOINTS.slice(1)) await read(endpoint, `?${idParameter(form)}=${id}`);
    }
  });

  test('every documented error of each endpoint occurs and is valid', async () => {
    const sandbox = await startTestSandbox(form);
    const { admin, keys } = sandbox;
    const [document, proxy] = [await documentOf(sandbox), await startValidatingProxy(sandbox)];
    await admin.setUsage('growth', { minute: 300 });
    await admin.setUsage('enterprise', { day: 10_000 });
    for (const endpoint of ENDPOINTS) {
      const path = `/api/v1/${endpoint}`;
      const good = endpoint === 'websites' ? path : pathFor(sandbox, endpoint);
      await admin.fault({ fault: 'status', endpoint, key: 'eventful' });
      const refused = [null, keys.revoked, keys.unscoped, keys.growth, keys.enterprise, keys.eventful];
      const wrong = endpoint === 'websites' ? [] : [path, `${path}?${idParameter(form)}=ws_none`];
      const seen = new Set<string>();
      for (const response of [
        ...(await Promise.all(refused.map((key) => get(proxy, good, key)))),
        ...(await Promise.all(wrong.map((address) => get(proxy, address)))),
      ]) {
        expect(findHeaderFaults(document, path, response)).toEqual([]);
        const { status, code } = await readError(response);
        seen.add(`${status} ${code}`);
      }
      const documented = Object.entries(document.paths[path]?.get.responses ?? {}).flatMap(
        ([status, { content }]) => {
          const { schema } = content['application/json'] ?? {};
          const codes = (schema as { properties?: { error: { properties: { code: { enum: string[] } } } } })
            .properties?.error.properties.code.enum;
          return (codes ?? []).map((code) => `${status} ${code}`);
        },
      );
      expect([...seen].sort()).toEqual(documented.sort());
    }
  });

  test('every delivery in the default profile is valid', async () => {
    const [sandbox, place] = [await startTestSandbox(form), await startReceiver()];
    const document = await documentOf(sandbox);
    expect(Object.keys(document.webhooks)).toEqual(listKinds(form).map((kind) => KINDS[kind].dot));
    const names = Object.values(document.webhooks).map(({ post }) => post.operationId);
    expect(names).toEqual(listKinds(form));
    await sandbox.admin.webhooks.create({ url: place.url, team: 'eventful' });
    await sandbox.admin.webhooks.create({ url: place.url });
    for (const kind of listKinds(form)) await sandbox.admin.webhooks.send({ kind });
    await sandbox.admin.webhooks.emit({ date: '2026-11-16' });
    expect(place.received.length).toBeGreaterThan(20);
    for (const got of place.received) {
      const body = bodyOf(got);
      const { post } = document.webhooks[String(body.type)] ?? {};
      const fits = validator(document, post?.requestBody.content['application/json']?.schema ?? { not: {} });
      expect([fits(body), fits.errors]).toEqual([true, null]);
      for (const { name, schema } of post?.parameters ?? []) {
        expect(validator(document, schema)(got.headers[name.toLowerCase()])).toBe(true);
      }
    }
  });
});

test('?form selects the other Form and rejects other values', async () => {
  const sandbox = await startTestSandbox(1);
  expect(await documentOf(sandbox, '?form=1')).toEqual(await documentOf(sandbox));
  const other = await documentOf(sandbox, '?form=2');
  expect(JSON.stringify(other)).toContain('website_id');
  expect(JSON.stringify(other)).not.toContain('websiteId');
  const response = await fetch(`${sandbox.baseUrl}/openapi.json?form=3`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('neither 1 nor 2');
});

test('both documents together list the six kinds of events', async () => {
  const sandbox = await startTestSandbox(1);
  const [one, two] = [await documentOf(sandbox, '?form=1'), await documentOf(sandbox, '?form=2')];
  const names = new Set([...Object.keys(one.webhooks), ...Object.keys(two.webhooks)]);
  expect([...names].sort()).toEqual(EVENT_KINDS.map((kind) => KINDS[kind].dot).sort());
});

test.each<[string, object, number | undefined, string]>([
  ['a figure as a text', { total: 'many' }, undefined, '/response/total must be integer'],
  ['a field that is missing', { engines: undefined }, undefined, "required property 'engines'"],
  ['a field of the other Form', { websiteId: 'ws_1' }, undefined, 'additional properties'],
  ['a status that is not documented', {}, 418, "no schema defined for status code '418'"],
])('the validator reports %s', async (_, spoiled, status, words) => {
  const sandbox = await startTestSandbox(2);
  const proxy = await startValidatingProxy(sandbox, spoiled, status);
  const { message } = await readJson(await get(proxy, pathFor(sandbox, 'citations')), 502);
  expect(message).toContain(words);
});

test('reading the document does not count as a request to the service', async () => {
  const sandbox = await startTestSandbox(2);
  await documentOf(sandbox);
  expect(await sandbox.admin.requests()).toMatchObject({ total: 0 });
});
