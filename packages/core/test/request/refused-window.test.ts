import { describe, expect, it } from 'vitest';
import { inspectRecordings, type RecordedAnswer, toForm } from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { clientOf, closeAfterTest, startSandboxOf } from '../support/sandbox-client.ts';
import { learnShipped } from '../support/sandbox-recipes.ts';

/** The refusals of Form 1's sandbox: by its own code, and by the code that the specification has in Form 2 only. */
const refusals = [
  ['form', 'invalid_request', null],
  ['bad-request', 'bad_request', 2],
] as const;

describe.each(refusals)('a service of Form 1 that refuses a window (invalid=%s)', (invalid, code, codes) => {
  it('is not taken for Form 2: the other name is tried once, and the next query is answered', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(1, { quirks: { invalid } }));
    const { send } = nodeHost();
    let isBroken = true;
    const client = clientOf(
      sandbox,
      {},
      {
        send: (requests) =>
          send(
            requests.map((request) =>
              isBroken ? { ...request, url: request.url.replace('from=', 'from=no-date-') } : request,
            ),
          ),
      },
    );
    const [first, second] = sandbox.websites.map(({ id }) => id);
    await expect(client.analytics(first ?? '', { last: 7 })).rejects.toMatchObject({
      kind: 'bad_request',
      code,
      spent: 2,
      serviceMessage: expect.stringContaining('The parameter from is invalid'),
    });
    expect(client.profile()).toMatchObject({
      websiteParameter: { form: null },
      window: { form: null },
      errorCodes: { form: codes },
    });
    isBroken = false;
    expect((await client.analytics(second ?? '', { last: 7 })).meta.spent).toBe(1);
    expect(client.profile()).toMatchObject({ websiteParameter: { form: 1 }, window: { form: 1 } });
  });

  it('is not taken for Form 2 in a recorded refusal', async () => {
    const sandbox = await closeAfterTest(startSandboxOf(1, { quirks: { invalid } }));
    const url = `${sandbox.baseUrl}/api/v1/analytics?websiteId=${sandbox.websites[0]?.id}&from=2026-13-01`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${sandbox.keys.live}` } });
    const body = await response.text();
    const recorded: RecordedAnswer = {
      endpoint: 'analytics',
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body,
      url,
    };
    expect([response.status, body]).toEqual([400, expect.stringContaining(`"${code}"`)]);
    const { profile } = inspectRecordings([recorded], learnShipped);
    expect(profile).toMatchObject({ websiteParameter: { form: null }, errorCodes: { form: codes } });
    expect(toForm(profile)).toBe(codes);
  });
});
