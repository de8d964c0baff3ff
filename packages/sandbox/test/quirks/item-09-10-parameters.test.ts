import { expect } from 'vitest';
import { forms } from '../../src/index.ts';
import { idOf, json, refusal } from '../started.ts';
import { alternatives, type Sight } from './alternatives.ts';

const WITH_ID = ['analytics', 'citations', 'competitors', 'authority'] as const;

type Bodies = Record<string, unknown>[];

alternatives('missingId', 1, {
  'bad-request': (see) => refusedEach(see, '', 400, 'bad_request'),
  'not-found': (see) => refusedEach(see, '', 404, 'not_found'),
  async 'all-sites'(see) {
    for (const endpoint of WITH_ID) {
      const { websites } = (await json(await see.ask(`/api/v1/${endpoint}`))) as { websites: Bodies };
      expect(websites.map(({ websiteId }) => websiteId)).toEqual(see.sandbox.websites.map(({ id }) => id));
      expect(websites[0]).toEqual(await see.body(endpoint));
    }
  },
});

alternatives('missingId', 2, {
  'bad-request': (see) => refusedEach(see, '', 400, 'bad_request'),
  'not-found': (see) => refusedEach(see, '', 400, 'bad_request'),
  'all-sites': (see) => refusedEach(see, '', 400, 'bad_request'),
});

async function refusedEach({ ask }: Sight, query: string, status: number, code: string): Promise<void> {
  for (const endpoint of WITH_ID)
    expect(await refusal(await ask(`/api/v1/${endpoint}${query}`))).toMatchObject({ status, code });
}

for (const form of forms) {
  const [own, other] = form === 1 ? ['websiteId', 'website_id'] : ['website_id', 'websiteId'];
  const byOther = ({ sandbox }: Sight) => `?${other}=${idOf(sandbox, 0)}`;
  alternatives('otherName', form, {
    missing: (see) => refusedEach(see, byOther(see), 400, 'bad_request'),
    async accepted(see) {
      for (const endpoint of WITH_ID) {
        const answer = await json(await see.ask(`/api/v1/${endpoint}${byOther(see)}`));
        expect(answer).toEqual(await see.body(endpoint));
      }
    },
    async ignored(see) {
      for (const endpoint of WITH_ID) {
        const team = await json(await see.ask(`/api/v1/${endpoint}${byOther(see)}`));
        expect(team).not.toHaveProperty(own);
        expect(Object.keys(team)).toEqual(
          Object.keys(await see.body(endpoint)).filter((name) => name !== own),
        );
      }
      const total = async (id: string) =>
        Number((await json(await see.ask(`/api/v1/citations?${own}=${id}`))).total);
      const each = await Promise.all(see.sandbox.websites.map(({ id }) => total(id)));
      const team = await json(await see.ask(`/api/v1/citations${byOther(see)}`));
      expect(team.total).toBe(each.reduce((sum, count) => sum + count, 0));
      const share = form === 1 ? 'shareOfVoice' : 'share_of_voice';
      const voice = await json(await see.ask(`/api/v1/competitors${byOther(see)}`));
      expect(voice[share]).not.toBe((await see.body('competitors'))[share]);
    },
  });
}

for (const form of forms) {
  const [own, other] = form === 1 ? ['websiteId', 'website_id'] : ['website_id', 'websiteId'];
  const only = (one: (typeof WITH_ID)[number]) => WITH_ID.filter((endpoint) => endpoint !== one);
  const second = ({ sandbox }: Sight) => idOf(sandbox, 1);
  const lenient = (one: (typeof WITH_ID)[number]) => async (see: Sight) => {
    expect(await json(await see.ask(`/api/v1/${one}`))).toEqual(await see.body(one));
    const asked = await json(await see.ask(`/api/v1/${one}?${own}=${second(see)}`));
    expect(asked[own]).toBe(second(see));
    for (const endpoint of only(one)) expect((await see.ask(`/api/v1/${endpoint}`)).status).toBe(400);
  };
  alternatives('lenientEndpoint', form, {
    none: (see) => refusedEach(see, '', 400, 'bad_request'),
    analytics: lenient('analytics'),
    citations: lenient('citations'),
    competitors: lenient('competitors'),
    authority: lenient('authority'),
  });
  const swapped = (one: (typeof WITH_ID)[number]) => async (see: Sight) => {
    expect((await see.ask(see.path(one))).status).toBe(400);
    const asked = await json(await see.ask(`/api/v1/${one}?${other}=${second(see)}`));
    expect(asked[own]).toBe(second(see));
    for (const endpoint of only(one)) expect((await see.ask(see.path(endpoint))).status).toBe(200);
  };
  alternatives('swappedEndpoint', form, {
    none: async (see) => {
      for (const endpoint of WITH_ID) expect((await see.ask(see.path(endpoint))).status).toBe(200);
    },
    analytics: swapped('analytics'),
    citations: swapped('citations'),
    competitors: swapped('competitors'),
    authority: swapped('authority'),
  });
  alternatives('websiteEcho', form, {
    id: async (see) => {
      for (const endpoint of WITH_ID) expect((await see.body(endpoint))[own]).toBe(idOf(see.sandbox, 0));
    },
    none: async (see) => {
      for (const endpoint of WITH_ID) expect(await see.body(endpoint)).not.toHaveProperty(own);
    },
  });
}
