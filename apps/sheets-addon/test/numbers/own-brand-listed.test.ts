import type { Form, RunningSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectedAddon, type LocalAddon, localAddon } from '../support/local-addon.ts';
import { type Relay, relay } from '../support/relay.ts';

type SandboxWebsite = RunningSandbox['websites'][number];
type Body = Record<string, unknown> & { competitors: Record<string, unknown>[] };
type Row = [rank: number, name: string, domain: string, share: number, mentions: number, own: boolean];

/** How a service could list the own brand among its competitors. The figures are the own ones of the same body. */
const ways: Record<string, (website: SandboxWebsite) => Record<string, unknown>> = {
  'by its domain': ({ domain }) => ({ name: 'The brand', domain: `www.${domain}` }),
  'by its name': ({ name }) => ({ name }),
  'with a flag': () => ({ name: 'You', isOwn: true }),
};

function listed(form: Form, body: Body, website: SandboxWebsite, way: string): Body {
  const share = form === 1 ? 'shareOfVoice' : 'share_of_voice';
  const own = { ...ways[way]?.(website), [share]: body[share], mentions: body.mentions };
  return { ...body, competitors: [own, ...body.competitors] };
}

describe.each([1, 2] as const)('Form %i', (form) => {
  let plain: LocalAddon;
  let addon: LocalAddon;
  let service: Relay;
  let sites: [way: string, website: SandboxWebsite][];

  beforeAll(async () => {
    plain = await connectedAddon(form);
    addon = await localAddon(form);
    sites = Object.keys(ways).flatMap((way, at) =>
      addon.sandbox.websites.slice(at, at + 1).map((site) => [way, site]),
    );
    service = await relay(addon.sandbox, (path, body) => {
      const site = path.includes('/competitors') ? sites.find(([, { id }]) => path.includes(id)) : undefined;
      return site ? JSON.stringify(listed(form, JSON.parse(body), site[1], site[0])) : body;
    });
    addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
    await addon.connect(addon.sandbox.keys.live);
    service.asked.length = 0;
  });
  afterAll(async () => {
    await addon[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await plain[Symbol.asyncDispose]();
  });

  test.each(Object.keys(ways))('the own brand listed %s is ranked once', async (wanted) => {
    const id = sites.find(([way]) => way === wanted)?.[1].id;
    const rows = (await addon.cell('COMPETITORS', id, 'headers=no')) as Row[];
    expect(rows.filter((row) => row[5])).toHaveLength(1);
    expect(rows.length).toBeGreaterThan(2);
    const whole = (await plain.cell('COMPETITORS', id, 'headers=no')) as Row[];
    expect(rows).toEqual(whole);
    expect(
      service.asked.filter((path) => path.includes('/competitors') && path.includes(`${id}`)),
    ).toHaveLength(1);
  });
});
