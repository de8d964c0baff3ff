import type { Form, RunningSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forms, type LocalAddon, startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';
import { type Relay, startRelay } from '../support/relay.ts';

type SandboxWebsite = RunningSandbox['websites'][number];
type Body = Record<string, unknown> & { competitors: Record<string, unknown>[] };
type Row = [rank: number, name: string, domain: string, share: number, mentions: number, own: boolean];

interface Way {
  /** The row's fields except its figures. */
  readonly row: (website: SandboxWebsite) => Record<string, unknown>;
  /** The user must confirm the row's owner. */
  readonly isConfirmed: boolean;
}

/** Ways to list the own brand among its competitors, with the own figures of the same body. */
const ways: Record<string, Way> = {
  'by its domain': {
    row: ({ domain }) => ({ name: 'The brand', domain: `www.${domain}` }),
    isConfirmed: true,
  },
  'by its name': { row: ({ name }) => ({ name, domain: null }), isConfirmed: true },
  'with a flag': {
    row: () => ({ name: 'You', domain: null, isOwn: true }),
    isConfirmed: false,
  },
};

function listed(form: Form, body: Body, fields: Record<string, unknown>): Body {
  const share = form === 1 ? 'shareOfVoice' : 'share_of_voice';
  const own = { ...fields, [share]: body[share], mentions: body.mentions };
  return { ...body, competitors: [own, ...body.competitors] };
}

const cases = Object.entries(ways).map(([name, way], at) => ({ form: forms[at % 2] ?? 1, name, way }));

describe.each(cases)('Form $form, the own brand listed $name', ({ form, way }) => {
  let plain: LocalAddon;
  let addon: LocalAddon;
  let service: Relay;

  beforeAll(async () => {
    plain = await startConnectedAddon(form);
    addon = await startLocalAddon(form);
    service = await startRelay(addon.sandbox, (path, body) => {
      const site = addon.sandbox.websites.find(({ id }) => path.includes(id));
      if (!site || !path.includes('/competitors')) return body;
      return JSON.stringify(listed(form, JSON.parse(body), way.row(site)));
    });
    addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
    await addon.connect(addon.sandbox.keys.live);
  });
  afterAll(async () => {
    await addon[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await plain[Symbol.asyncDispose]();
  });

  const competitors = (of: LocalAddon): Promise<unknown> =>
    of.cell('COMPETITORS', of.sandbox.websites[3]?.id, 'headers=no');

  test('is ranked once, after the user confirmed its row if that is a guess', async () => {
    if (way.isConfirmed) {
      expect(await addon.note('COMPETITORS', addon.sandbox.websites[0]?.id)).toMatch(/^\[shape\] .*sidebar/);
    }
    expect(await addon.confirm()).toEqual(way.isConfirmed ? ['competitors'] : []);
    service.asked.length = 0;
    const rows = (await competitors(addon)) as Row[];
    expect(rows.filter((row) => row[5])).toHaveLength(1);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows).toEqual(await competitors(plain));
    expect(service.asked.filter((path) => path.includes('/competitors'))).toHaveLength(1);
  });

  test('is ranked once for the other websites too', async () => {
    for (const { id } of addon.sandbox.websites) {
      expect(await addon.note('COMPETITORS', id)).toBe(await plain.note('COMPETITORS', id));
    }
  });
});
