import { expect } from 'vitest';
import { forms } from '../../src/index.ts';
import { idOf, readError, readJson } from '../sandbox.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

const WITH_ID = ['analytics', 'citations', 'competitors', 'authority'] as const;

type Bodies = Record<string, unknown>[];

testEachValue('missingId', 1, {
  'invalid-request': (caller) => refusedEach(caller, '', 400, 'invalid_request'),
  'bad-request': (caller) => refusedEach(caller, '', 400, 'bad_request'),
  'not-found': (caller) => refusedEach(caller, '', 404, 'not_found'),
  async 'all-sites'(caller) {
    for (const endpoint of WITH_ID) {
      const { websites } = (await readJson(await caller.call(`/api/v1/${endpoint}`))) as { websites: Bodies };
      expect(websites.map(({ websiteId }) => websiteId)).toEqual(caller.sandbox.websites.map(({ id }) => id));
      expect(websites[0]).toEqual(await caller.body(endpoint));
    }
  },
});

testEachValue('missingId', 2, {
  'invalid-request': (caller) => refusedEach(caller, '', 400, 'bad_request'),
  'bad-request': (caller) => refusedEach(caller, '', 400, 'bad_request'),
  'not-found': (caller) => refusedEach(caller, '', 400, 'bad_request'),
  'all-sites': (caller) => refusedEach(caller, '', 400, 'bad_request'),
});

async function refusedEach(
  { call }: QuirkCaller,
  query: string,
  status: number,
  code: string,
): Promise<void> {
  for (const endpoint of WITH_ID)
    expect(await readError(await call(`/api/v1/${endpoint}${query}`))).toMatchObject({ status, code });
}

/** The refusal of a request without a website. */
const MISSING = {
  1: { status: 400, code: 'invalid_request' },
  2: { status: 400, code: 'bad_request' },
} as const;

for (const form of forms) {
  const [own, other] = form === 1 ? ['websiteId', 'website_id'] : ['website_id', 'websiteId'];
  const { status, code } = MISSING[form];
  const byOther = ({ sandbox }: QuirkCaller) => `?${other}=${idOf(sandbox, 0)}`;
  testEachValue('otherName', form, {
    missing: (caller) => refusedEach(caller, byOther(caller), status, code),
    async accepted(caller) {
      for (const endpoint of WITH_ID) {
        const answer = await readJson(await caller.call(`/api/v1/${endpoint}${byOther(caller)}`));
        expect(answer).toEqual(await caller.body(endpoint));
      }
    },
    async ignored(caller) {
      for (const endpoint of WITH_ID) {
        const team = await readJson(await caller.call(`/api/v1/${endpoint}${byOther(caller)}`));
        expect(team).not.toHaveProperty(own);
        expect(Object.keys(team)).toEqual(
          Object.keys(await caller.body(endpoint)).filter((name) => name !== own),
        );
      }
      const total = async (id: string) =>
        Number((await readJson(await caller.call(`/api/v1/citations?${own}=${id}`))).total);
      const each = await Promise.all(caller.sandbox.websites.map(({ id }) => total(id)));
      const team = await readJson(await caller.call(`/api/v1/citations${byOther(caller)}`));
      expect(team.total).toBe(each.reduce((sum, count) => sum + count, 0));
      const share = form === 1 ? 'shareOfVoice' : 'share_of_voice';
      const voice = await readJson(await caller.call(`/api/v1/competitors${byOther(caller)}`));
      expect(voice[share]).not.toBe((await caller.body('competitors'))[share]);
    },
  });
}

for (const form of forms) {
  const [own, other] = form === 1 ? ['websiteId', 'website_id'] : ['website_id', 'websiteId'];
  const { status, code } = MISSING[form];
  const only = (one: (typeof WITH_ID)[number]) => WITH_ID.filter((endpoint) => endpoint !== one);
  const second = ({ sandbox }: QuirkCaller) => idOf(sandbox, 1);
  const lenient = (one: (typeof WITH_ID)[number]) => async (caller: QuirkCaller) => {
    expect(await readJson(await caller.call(`/api/v1/${one}`))).toEqual(await caller.body(one));
    const asked = await readJson(await caller.call(`/api/v1/${one}?${own}=${second(caller)}`));
    expect(asked[own]).toBe(second(caller));
    for (const endpoint of only(one)) expect((await caller.call(`/api/v1/${endpoint}`)).status).toBe(status);
  };
  testEachValue('lenientEndpoint', form, {
    none: (caller) => refusedEach(caller, '', status, code),
    analytics: lenient('analytics'),
    citations: lenient('citations'),
    competitors: lenient('competitors'),
    authority: lenient('authority'),
  });
  const swapped = (one: (typeof WITH_ID)[number]) => async (caller: QuirkCaller) => {
    expect((await caller.call(caller.path(one))).status).toBe(status);
    const asked = await readJson(await caller.call(`/api/v1/${one}?${other}=${second(caller)}`));
    expect(asked[own]).toBe(second(caller));
    for (const endpoint of only(one)) expect((await caller.call(caller.path(endpoint))).status).toBe(200);
  };
  testEachValue('swappedEndpoint', form, {
    none: async (caller) => {
      for (const endpoint of WITH_ID) expect((await caller.call(caller.path(endpoint))).status).toBe(200);
    },
    analytics: swapped('analytics'),
    citations: swapped('citations'),
    competitors: swapped('competitors'),
    authority: swapped('authority'),
  });
  testEachValue('websiteEcho', form, {
    id: async (caller) => {
      for (const endpoint of WITH_ID)
        expect((await caller.body(endpoint))[own]).toBe(idOf(caller.sandbox, 0));
    },
    none: async (caller) => {
      for (const endpoint of WITH_ID) expect(await caller.body(endpoint)).not.toHaveProperty(own);
    },
  });
}
