import { expect, test } from 'vitest';
import { get, readJson, startTestSandbox } from '../sandbox.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

/** The ids that the API lists; every one is found again on every endpoint. */
async function listed(caller: QuirkCaller): Promise<string[]> {
  const { websites } = await readJson(await caller.call('/api/v1/websites'));
  const ids = (websites as { id: string }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(8);
  for (const endpoint of ['analytics', 'citations', 'competitors', 'authority']) {
    for (const id of ids.slice(0, 2)) {
      const path = `/api/v1/${endpoint}?websiteId=${encodeURIComponent(id)}`;
      expect((await readJson(await caller.call(path))).websiteId).toBe(id);
    }
  }
  return ids;
}

async function allMatch(caller: QuirkCaller, look: RegExp): Promise<void> {
  for (const id of await listed(caller)) expect(id).toMatch(look);
}

testEachValue('websiteIds', 1, {
  ws: (caller) => allMatch(caller, /^ws_[0-9a-z]{12}$/),
  uuid: (caller) => allMatch(caller, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
  integer: (caller) => allMatch(caller, /^[1-9]\d{8}$/),
  domain: async (caller) =>
    expect(await listed(caller)).toEqual(caller.sandbox.websites.map(({ domain }) => domain)),
  async encoded(caller) {
    for (const id of await listed(caller)) expect(id).toMatch(/^é\/.{6} a&b=1#50%$/);
    const [id = ''] = await listed(caller);
    expect((await caller.call(`/api/v1/authority?websiteId=${id}`)).status).toBe(404);
  },
});

test('a sandbox started with another id format shows it', async () => {
  const sandbox = await startTestSandbox(2, { quirks: { websiteIds: 'uuid' } });
  const [{ id } = { id: '' }] = sandbox.websites;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await get(sandbox, `/api/v1/authority?website_id=${id}`)).status).toBe(200);
  await sandbox.admin.clearQuirks();
  expect(sandbox.websites[0]?.id).toMatch(/^ws_/);
});

test.each(['uuid', 'integer', 'domain', 'encoded'] as const)(
  'the 250 websites of a team have as many ids as %s',
  async (websiteIds) => {
    const sandbox = await startTestSandbox(1, { quirks: { websiteIds } });
    const { websites } = await readJson(await get(sandbox, '/api/v1/websites', sandbox.keys.many));
    expect(new Set((websites as { id: string }[]).map(({ id }) => id)).size).toBe(250);
  },
);
