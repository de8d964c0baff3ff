import { describe, expect, it } from 'vitest';
import { faultOf, startScriptedService } from '../support/scripted-client.ts';

const nested = `${'['.repeat(65)}1${']'.repeat(65)}`;
const long = `{"score":"${'x'.repeat(2_000_000)}"}`;
const names = JSON.stringify(Object.fromEntries(Array.from({ length: 4_001 }, (_, i) => [`n${i}`, i])));

describe.each([
  ['long', long, 'a body of more than 2,000,000 bytes', /Raise maxBodyBytes/],
  ['deep', nested, 'a body that nests deeper than 64 levels', /Report it to the service/],
  ['wide', names, 'a body with more than 4,000 different names', /Report it to the service/],
])('a body that is too %s', (_name, text, what, next) => {
  it('is a shape fault that names the limit and the next step, after one request', () => {
    const service = startScriptedService(() => ({ text }));
    const client = service.client({ form: 1, retries: 2 }, true);
    for (const spent of [1, 0]) {
      const fault = faultOf(() => client.authority('ws_1'));
      expect(fault).toMatchObject({ kind: 'shape', owner: 'service', status: 200, spent });
      expect((fault as Error).message).toContain(
        `The answer for authority could not be read: it is ${what}. `,
      );
      expect((fault as Error).message).toMatch(next);
    }
    expect(service.asked).toHaveLength(1);
  });

  it('has the fault of its status if that is not 200', () => {
    const statuses = [
      [500, 'server'],
      [429, 'burst'],
      [404, 'bad_body'],
    ] as const;
    for (const [status, kind] of statuses) {
      const service = startScriptedService(() => ({ status, text }));
      expect(faultOf(() => service.client({ form: 1 }).authority('ws_1'))).toMatchObject({ kind, status });
    }
  });
});

it('the limit of bytes is a setting, and the request passes it to the host', () => {
  const body = '{"websiteId":"ws_1","score":7,"maxScore":100}';
  const service = startScriptedService(() => ({ text: body }));
  expect(service.client({ form: 1, maxBodyBytes: body.length }).authority('ws_1').value.score).toBe(7);
  expect(
    faultOf(() => service.client({ form: 1, maxBodyBytes: body.length - 1 }).authority('ws_1')),
  ).toMatchObject({
    kind: 'shape',
    message: expect.stringContaining(`more than ${body.length - 1} bytes`),
  });
});

it('a body that the host cut off is too long, whatever it begins with', () => {
  const service = startScriptedService(() => ({ text: '{"websiteId":"ws_1","score":7}', truncated: true }));
  expect(faultOf(() => service.client({ form: 1 }).authority('ws_1'))).toMatchObject({
    kind: 'shape',
    spent: 1,
  });
});
