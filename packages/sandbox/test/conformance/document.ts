import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { Form } from '../../src/index.ts';
import { type Document, documentOf, findHeaderFaults, startValidatingProxy } from '../openapi/document.ts';
import { forms, get, idParameter, pathFor, readError, readJson } from '../sandbox.ts';
import type { Service, Subject } from './subject.ts';

export const ENDPOINTS = ['websites', 'analytics', 'citations', 'competitors', 'authority'] as const;

/** Reads all that a key may read, through a validating proxy. */
export async function readAllEndpoints(
  proxy: Pick<Service, 'baseUrl' | 'keys'>,
  document: Document,
  key: string,
  form: Form,
): Promise<void> {
  const read = async (endpoint: string, query = ''): Promise<Record<string, unknown>> => {
    const response = await get(proxy, `/api/v1/${endpoint}${query}`, key);
    expect(findHeaderFaults(document, `/api/v1/${endpoint}`, response)).toEqual([]);
    return readJson(response);
  };
  const { websites } = await read('websites');
  for (const { id } of websites as { id: string }[])
    for (const endpoint of ENDPOINTS.slice(1)) await read(endpoint, `?${idParameter(form)}=${id}`);
}

/** The documented errors of a path, as `404 not_found`. */
export function listErrors(document: Document, path: string): string[] {
  return Object.entries(document.paths[path]?.get.responses ?? {}).flatMap(([status, { content }]) => {
    const { schema } = content?.['application/json'] ?? {};
    const codes = (schema as { properties?: { error?: { properties: { code: { enum: string[] } } } } })
      ?.properties?.error?.properties.code.enum;
    return (codes ?? []).map((code) => `${status} ${code}`);
  });
}

export function testDocument<S extends Service>({ start, documentPath }: Subject<S>): void {
  describe.each(forms)('Form %i: the OpenAPI document', (form) => {
    test('is valid by the meta-schema of OpenAPI 3.1', async () => {
      const document = await documentOf(await start(form), documentPath);
      const checked = await new Validator().validate(structuredClone(document));
      expect(checked).toEqual({ valid: true });
      expect(document.openapi).toMatch(/^3\.1\./);
    });

    test('admits every request, and every response is valid', async () => {
      const service = await start(form);
      const document = await documentOf(service, documentPath);
      const proxy = await startValidatingProxy(service, document, { validateRequests: true });
      for (const label of ['live', 'otherTeam'] as const)
        await readAllEndpoints(proxy, document, service.keys[label], form);
    });

    test.each(ENDPOINTS)('every documented error of %s but 403 occurs and is valid', async (endpoint) => {
      const service = await start(form);
      const { admin, keys } = service;
      const document = await documentOf(service, documentPath);
      const proxy = await startValidatingProxy(service, document);
      const path = `/api/v1/${endpoint}`;
      const good = endpoint === 'websites' ? path : pathFor(service, endpoint);
      const minute = await admin.createKey({ label: 'minute' });
      await admin.setUsage('minute', { minute: 300 });
      await admin.setUsage('growth', { day: 1_000 });
      const refused = [null, keys.revoked, minute, keys.growth];
      const wrong = endpoint === 'websites' ? [] : [path, `${path}?${idParameter(form)}=ws_none`];
      const responses = [
        ...(await Promise.all(refused.map((key) => get(proxy, good, key)))),
        ...(await Promise.all(wrong.map((address) => get(proxy, address, keys.live)))),
      ];
      await admin.fault({ fault: 'status', endpoint, times: 'always' });
      responses.push(await get(proxy, good));
      const seen = new Set<string>();
      for (const response of responses) {
        expect(findHeaderFaults(document, path, response)).toEqual([]);
        const { status, code } = await readError(response);
        seen.add(`${status} ${code}`);
      }
      // One document may have both Forms: in Form 1 a day is refused as a minute is.
      const isAbsent = (error: string): boolean =>
        error.startsWith('403') || (form === 1 && error === '429 daily_quota_exceeded' && !seen.has(error));
      const documented = listErrors(document, path).filter((error) => !isAbsent(error));
      expect([...seen].sort()).toEqual(documented.sort());
    });
  });
}
