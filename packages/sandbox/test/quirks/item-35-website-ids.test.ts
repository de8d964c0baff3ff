import { expect, test } from 'vitest';
import { get, json, started } from '../started.ts';
import { alternatives, type Sight } from './alternatives.ts';

/** The ids that the API lists; every one is found again on every endpoint. */
async function listed(see: Sight): Promise<string[]> {
  const { websites } = await json(await see.ask('/api/v1/websites'));
  const ids = (websites as { id: string }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(8);
  for (const endpoint of ['analytics', 'citations', 'competitors', 'authority']) {
    for (const id of ids.slice(0, 2)) {
      const path = `/api/v1/${endpoint}?websiteId=${encodeURIComponent(id)}`;
      expect((await json(await see.ask(path))).websiteId).toBe(id);
    }
  }
  return ids;
}

async function allMatch(see: Sight, look: RegExp): Promise<void> {
  for (const id of await listed(see)) expect(id).toMatch(look);
}

alternatives('websiteIds', 1, {
  ws: (see) => allMatch(see, /^ws_[0-9a-z]{12}$/),
  uuid: (see) => allMatch(see, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
  integer: (see) => allMatch(see, /^[1-9]\d{8}$/),
  domain: async (see) => expect(await listed(see)).toEqual(see.sandbox.websites.map(({ domain }) => domain)),
  async encoded(see) {
    for (const id of await listed(see)) expect(id).toMatch(/^é\/.{6} a&b=1#50%$/);
    const [id = ''] = await listed(see);
    expect((await see.ask(`/api/v1/authority?websiteId=${id}`)).status).toBe(404);
  },
});

test('a sandbox started with other ids hands them out', async () => {
  const sandbox = await started(2, { quirks: { websiteIds: 'uuid' } });
  const [{ id } = { id: '' }] = sandbox.websites;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await get(sandbox, `/api/v1/authority?website_id=${id}`)).status).toBe(200);
  await sandbox.admin.clearQuirks();
  expect(sandbox.websites[0]?.id).toMatch(/^ws_/);
});

test.each(['uuid', 'integer', 'domain', 'encoded'] as const)(
  'the 250 websites of a team have as many ids as %s',
  async (websiteIds) => {
    const sandbox = await started(1, { quirks: { websiteIds } });
    const { websites } = await json(await get(sandbox, '/api/v1/websites', sandbox.keys.many));
    expect(new Set((websites as { id: string }[]).map(({ id }) => id)).size).toBe(250);
  },
);
