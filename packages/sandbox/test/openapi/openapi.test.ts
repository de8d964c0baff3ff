import { describe, expect, test } from 'vitest';
import { EVENT_KINDS, KINDS, listKinds } from '../../src/webhooks/kinds.ts';
import { ENDPOINTS, listErrors, readAllEndpoints } from '../conformance/document.ts';
import { forms, get, idParameter, pathFor, readError, readJson, startTestSandbox } from '../sandbox.ts';
import { bodyOf, startReceiver } from '../webhooks/receiver.ts';
import { findHeaderFaults, readDocument, startValidatingProxy, validator } from './document.ts';

describe.each(forms)('Form %i', (form) => {
  test('has the five endpoints with the parameters of specification §4', async () => {
    const { paths } = await readDocument(await startTestSandbox(form));
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

  test('every response to each other key is valid', async () => {
    const sandbox = await startTestSandbox(form);
    const document = await readDocument(sandbox);
    const proxy = await startValidatingProxy(sandbox, document);
    for (const label of ['test', 'one', 'eventful', 'hostile', 'none'] as const)
      await readAllEndpoints(proxy, document, sandbox.keys[label], form);
  });

  test.each(ENDPOINTS)('a key without the scope of %s is answered as documented', async (endpoint) => {
    const sandbox = await startTestSandbox(form);
    const document = await readDocument(sandbox);
    const proxy = await startValidatingProxy(sandbox, document);
    const response = await get(proxy, pathFor(sandbox, endpoint), sandbox.keys.unscoped);
    expect(findHeaderFaults(document, `/api/v1/${endpoint}`, response)).toEqual([]);
    const { status, code } = await readError(response);
    expect(listErrors(document, `/api/v1/${endpoint}`)).toContain(`${status} ${code}`);
  });

  test('every delivery in the default profile is valid', async () => {
    const [sandbox, place] = [await startTestSandbox(form), await startReceiver()];
    const document = await readDocument(sandbox);
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
  expect(await readDocument(sandbox, '?form=1')).toEqual(await readDocument(sandbox));
  const other = await readDocument(sandbox, '?form=2');
  expect(JSON.stringify(other)).toContain('website_id');
  expect(JSON.stringify(other)).not.toContain('websiteId');
  const response = await fetch(`${sandbox.baseUrl}/openapi.json?form=3`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('neither 1 nor 2');
});

test('both documents together list the six kinds of events', async () => {
  const sandbox = await startTestSandbox(1);
  const [one, two] = [await readDocument(sandbox, '?form=1'), await readDocument(sandbox, '?form=2')];
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
  const proxy = await startValidatingProxy(sandbox, await readDocument(sandbox), {
    spoiled,
    ...(status === undefined ? {} : { status }),
  });
  const { message } = await readJson(await get(proxy, pathFor(sandbox, 'citations')), 502);
  expect(message).toContain(words);
});

test('reading the document does not count as a request to the service', async () => {
  const sandbox = await startTestSandbox(2);
  await readDocument(sandbox);
  expect(await sandbox.admin.requests()).toMatchObject({ total: 0 });
});
