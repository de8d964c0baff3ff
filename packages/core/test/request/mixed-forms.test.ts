import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type AsyncClient,
  asyncClient,
  type DialectProfile,
  inspectService,
  planRequests,
} from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import {
  type MixedServiceOptions,
  startMixedService,
  type WebsiteEndpoint,
} from '../support/mixed-form-service.ts';
import { clientOf, startSandboxOf } from '../support/sandbox-client.ts';

let sandbox: RunningSandbox | undefined;
let service: Awaited<ReturnType<typeof startMixedService>> | undefined;
afterEach(async () => {
  await service?.close();
  await sandbox?.close();
});

const endpoints = ['analytics', 'citations', 'competitors', 'authority'] as const;
const all = (form: 1 | 2) =>
  Object.fromEntries(endpoints.map((endpoint) => [endpoint, form])) as Readonly<
    Record<WebsiteEndpoint, 1 | 2>
  >;

const badRequest = { status: 400, code: 'bad_request' };
const notFound = { status: 404, code: 'not_found' };
const only = (endpoint: WebsiteEndpoint, missing: MixedServiceOptions['missing']) =>
  ({
    analytics: badRequest,
    citations: badRequest,
    competitors: badRequest,
    authority: badRequest,
    [endpoint]: missing,
  }) as MixedServiceOptions['missing'];

/** Requests: of the doctor, of a first round without profile over 3 websites x 4 endpoints, of every later round. */
const modes: readonly (readonly [
  why: string,
  windows: 1 | 2,
  mode: MixedServiceOptions,
  doctor: number,
  first: number,
])[] = [
  [
    'two endpoints take the other name',
    2,
    { takes: { ...all(2), citations: 1, competitors: 1 }, missing: badRequest },
    9,
    20,
  ],
  ['a missing id is 404', 2, { takes: all(2), missing: notFound }, 9, 18],
  ['a missing id is 422', 2, { takes: all(2), missing: { status: 422 } }, 9, 18],
  [
    'a missing id is 400 with a code of its own',
    2,
    { takes: all(2), missing: { status: 400, code: 'E17' } },
    9,
    18,
  ],
  [
    'a missing id is 404 on one endpoint that takes the other name',
    1,
    { takes: { ...all(1), authority: 2 }, missing: only('authority', notFound) },
    10,
    18,
  ],
  [
    'a missing id is the first website on one endpoint',
    1,
    { takes: { ...all(1), citations: 2 }, missing: only('citations', 'first') },
    10,
    19,
  ],
  [
    'windows of Form 1 with names of Form 2',
    1,
    { takes: all(2), missing: { status: 410, names: true } },
    9,
    19,
  ],
  [
    'analytics alone takes the other name and answers for the first website without',
    2,
    { takes: { ...all(2), analytics: 1 }, missing: only('analytics', 'first') },
    10,
    21,
  ],
];

const ask = async (client: AsyncClient, endpoint: WebsiteEndpoint, site: string): Promise<unknown> =>
  (endpoint === 'analytics' ? await client.analytics(site, { last: 30 }) : await client[endpoint](site))
    .value;

const round = (client: AsyncClient, sites: readonly string[]) =>
  Promise.all(sites.flatMap((site) => endpoints.map((endpoint) => ask(client, endpoint, site))));

describe.each(modes)('a service where %s', (_, windows, mode, doctor, first) => {
  const start = async () => {
    sandbox = await startSandboxOf(windows, { quirks: { websiteEcho: 'none' } });
    service = await startMixedService(sandbox, windows, mode);
    const sites = sandbox.websites
      .slice(0, 3)
      .map(({ id }) => id)
      .reverse();
    const truth = await round(clientOf(sandbox, { form: windows }), sites);
    const options = { baseUrl: service.baseUrl, key: sandbox.keys.live };
    const keep = (profile: DialectProfile) => JSON.parse(JSON.stringify(profile)) as DialectProfile;
    return { asked: service.asked, sites, truth, options, keep };
  };

  it('is recognised by the doctor', async () => {
    const { asked, sites, truth, options, keep } = await start();
    const report = await inspectService(options, nodeHost());
    expect([report.endpoints.filter(({ ok }) => !ok), asked.length]).toEqual([[], doctor]);
    for (const endpoint of endpoints)
      expect(report.profile.parameterOf?.[endpoint], endpoint).toBe(mode.takes[endpoint]);
    expect(report.profile.window.form).toBe(windows);
    const later = asyncClient({ ...options, profile: keep(report.profile) }, nodeHost());
    expect(await round(later, sites)).toEqual(truth);
    expect(asked.length).toBe(doctor + sites.length * endpoints.length);
  });

  it('is learnt from ordinary queries, and gives no answer of another website', async () => {
    const { asked, sites, truth, options, keep } = await start();
    const client = asyncClient(options, nodeHost());
    await client.websites();
    const values: unknown[] = [];
    for (const site of sites)
      for (const endpoint of endpoints) {
        const [before, profile] = [asked.length, client.profile()];
        values.push(await ask(client, endpoint, site));
        const question = { endpoint, website: site, window: { last: 90 } };
        const { requests, atMost } = planRequests(question, profile, Date.now());
        const paths = requests.map(({ path }) => path?.replace('/api/v1/', ''));
        expect(paths).toEqual(expect.arrayContaining(asked.slice(before)));
        expect(asked.length - before).toBeLessThanOrEqual(atMost);
      }
    expect([values, asked.length]).toEqual([truth, first]);
    const later = asyncClient({ ...options, profile: keep(client.profile()) }, nodeHost());
    expect(await round(later, sites)).toEqual(truth);
    expect(asked.length).toBe(first + sites.length * endpoints.length);
  });

  it('is learnt from many concurrent queries too', async () => {
    const { asked, sites, truth, options, keep } = await start();
    const client = asyncClient(options, nodeHost());
    await client.websites();
    expect(await round(client, sites)).toEqual(truth);
    const before = asked.length;
    const later = asyncClient({ ...options, profile: keep(client.profile()) }, nodeHost());
    expect(await round(later, sites)).toEqual(truth);
    expect(asked.length - before).toBe(sites.length * endpoints.length);
  });
});
