import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { nameWebsites } from '../../src/collect/service-client.ts';
import { matchReference } from '../../src/collect/website-directory.ts';
import { splitLedgerId } from '../../src/settings/services.ts';
import type { Bot } from '../support/bot.ts';
import { createKey, gatewaySettings, startGateway } from '../support/gateway.ts';
import { newPostgresBot, smtpPassword } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';

/** Two teams whose websites have equal ids and domains, and other figures. */
const teams = ['acme', 'beta'] as const;
const days = ['2026-11-11', '2026-11-12', '2026-11-18', '2026-11-19', '2026-11-22'];
const now = '2026-11-23T08:00:00Z';
const domain = 'northwind-outdoor.example';

const services = new Map<string, RunningSandbox>();
const alone = new Map<string, Bot>();
let both: Bot;

const collect = async (bot: Bot): Promise<void> => {
  for (const day of days) {
    for (const service of services.values()) await service.admin.setClock(`${day}T06:00:00Z`);
    const { code, out, err } = await bot.run(['snapshot', '--now', `${day}T06:00:00Z`]);
    if (code !== 0) throw new Error(`${out}${err}`);
  }
};

beforeAll(async () => {
  for (const [at, team] of teams.entries())
    services.set(
      team,
      await startSandbox({
        form: 2,
        seed: at + 5,
        now: `${days[0]}T06:00:00Z`,
        quirks: { websiteIds: 'domain' },
      }),
    );
  const text = formatSettings({ url: 'URL', smtpPort: 1 });
  const environment = Object.fromEntries(
    [...services].map(([team, { keys }]) => [`${team.toUpperCase()}_KEY`, keys.live]),
  );
  for (const [team, { baseUrl, keys }] of services) {
    const bot = await newPostgresBot({ ANSWERSHARE_API_KEY: keys.live, SMTP_PASSWORD: smtpPassword });
    bot.settings(`${text.replace('URL', baseUrl).replace('id: weekly', `id: ${team}`)}${gatewaySettings}`);
    await collect(bot);
    alone.set(team, bot);
  }
  both = await newPostgresBot({ ...environment, SMTP_PASSWORD: smtpPassword });
  const blocks = [...services].map(
    ([team, { baseUrl }]) => `  ${team}: {url: "${baseUrl}", key: "\${${team.toUpperCase()}_KEY}"}`,
  );
  const schedules = teams.map(
    (team) =>
      `  - {id: ${team}, cron: "0 9 * * 1", timezone: Europe/Berlin, websites: ["${team}/*"], recipients: [ann@example.com]}`,
  );
  both.settings(
    `${text.replace(/service:[\s\S]*?(?=smtp:)/, `services:\n${blocks.join('\n')}\n`).replace(/schedules:[\s\S]*/, `schedules:\n${schedules.join('\n')}\n`)}${gatewaySettings}`,
  );
  await collect(both);
});
afterAll(async () => {
  for (const bot of [...alone.values(), both]) await bot.remove();
  for (const service of services.values()) await service.close();
});

/** Text of a team in the common ledger, as its own ledger has it. */
const strip = (text: string, team: string): string => text.replaceAll(`${team}/`, '');
const readRows = (bot: Bot): Promise<readonly { readonly website_id: string }[]> =>
  bot.inStore(({ db }) =>
    db
      .selectFrom('snapshot')
      .select(['website_id', 'endpoint', 'day', 'raw', 'parsed', 'failure'])
      .orderBy('website_id')
      .orderBy('endpoint')
      .orderBy('day')
      .execute(),
  );
/** The digest as CSV and JSON. */
const exportDigest = async (bot: Bot, schedule: string): Promise<readonly string[]> => {
  const out = join(bot.folder, 'digests');
  const { code, err } = await bot.run(['export', '--schedule', schedule, '--out', out, '--now', now]);
  if (code !== 0) throw new Error(err);
  return ['csv', 'json'].map((kind) => readFileSync(join(out, `${schedule}-2026-W47.${kind}`), 'utf8'));
};

test.each(teams)('the ledger has the same answers of %s as one of its own', async (team) => {
  const own = alone.get(team) as Bot;
  const rows = (await readRows(both)).filter(({ website_id: id }) => id.startsWith(`${team}/`));
  expect(JSON.parse(strip(JSON.stringify(rows), team))).toEqual(await readRows(own));
  const digest = (await exportDigest(both, team)).map((text) => strip(text, team));
  expect(digest).toEqual(await exportDigest(own, team));
});

test.each(teams)(
  'a key of %s gets the answers of a gateway of its own, and nothing of the other',
  async (team) => {
    const other = teams.find((one) => one !== team) ?? '';
    const [common, single] = [await startGateway(both, now), await startGateway(alone.get(team) as Bot, now)];
    onTestFinished(async () => {
      await common.stop();
      await single.stop();
    });
    const { key } = await createKey(both, now, '--websites', `${team}/*`);
    const { key: ownKey } = await createKey(alone.get(team) as Bot, now);
    const read = async (of: typeof common, path: string, secret: string): Promise<string> =>
      (await (await of.get(path, secret)).text()).replace(/"as_of":"[^"]*"/, '');
    expect(strip(await read(common, '/websites', key), team)).toBe(await read(single, '/websites', ownKey));
    for (const { id } of services.get(team)?.websites.slice(0, 2) ?? [])
      for (const endpoint of ['analytics', 'citations', 'competitors', 'authority', 'history', 'changes']) {
        const question = (website: string): string =>
          `/${endpoint}?website_id=${encodeURIComponent(website)}`;
        const answer = await read(common, question(`${team}/${id}`), key);
        expect(strip(answer, team)).toBe(await read(single, question(id), ownKey));
        expect(answer).not.toContain(`${other}/`);
        expect((await common.get(question(`${other}/${id}`), key)).status).toBe(404);
      }
  },
);

test('a name that two teams have is no website without its team', async () => {
  const text = readFileSync(join(both.folder, 'answershare.yaml'), 'utf8');
  onTestFinished(() => both.settings(text));
  both.settings(text.replace('"acme/*"', domain));
  expect((await both.run(['check', '--now', now])).out).toContain(
    `Schedule "acme": "${domain}" is the name of more than one website: use the id, acme/${domain} or beta/${domain}.`,
  );
  both.settings(text.replace('"acme/*"', '"acme/Northwind Outdoor"'));
  const [csv = ''] = await exportDigest(both, 'acme');
  expect(new Set(csv.match(/(acme|beta)\/[a-z-]+\.example/g))).toEqual(new Set([`acme/${domain}`]));
});

test('a team whose service is down delays no other, and each service got its own key alone', async () => {
  const [down, up] = teams.map((team) => services.get(team) as RunningSandbox);
  const later = '2026-11-24T06:00:00Z';
  for (const service of services.values()) await service.admin.setClock(later);
  await down?.admin.fault({ fault: 'status', status: 503, times: 'always' });
  for (const service of services.values()) await service.admin.resetRequests();
  const { code, out } = await both.run(['snapshot', '--json', '--now', later]);
  expect(code).toBe(1);
  const logs = await Promise.all([...services.values()].map(({ admin }) => admin.requests()));
  expect(JSON.parse(out)).toMatchObject({
    answers: 1 + 4 * (up?.websites.length ?? 0),
    requests: logs.reduce((sum, { total }) => sum + total, 0),
    failures: [
      { website: 'acme/all', endpoint: 'websites', reason: expect.stringContaining('failed (503)') },
    ],
    stopped: null,
  });
  for (const { byKey } of logs) expect(Object.keys(byKey)).toEqual(['live']);
  await down?.admin.clearFaults();
  const alone = await both.run(['snapshot', '--json', '--service', 'acme', '--now', later]);
  expect(JSON.parse(alone.out)).toMatchObject({ websites: down?.websites.length, failures: [], gone: [] });
});

test('no reference to a team ever means a website of another one', () => {
  const name = fc.constantFrom('1', 'a.example', 'A', 'a/b', '*', 'acme', 'beta/1');
  const website = fc.record({ id: name, name, domain: fc.constantFrom('a.example', 'b.example') });
  fc.assert(
    fc.property(fc.array(website), fc.array(website), name, (acme, beta, reference) => {
      const list = [
        ...nameWebsites('websites', acme, { name: 'acme', names: [...teams] }),
        ...nameWebsites('websites', beta, { name: 'beta', names: [...teams] }),
      ];
      for (const team of teams)
        for (const { id } of matchReference(list, `${team}/${reference}`, teams))
          expect(splitLedgerId(id, teams).service).toBe(team);
      for (const { id } of list)
        expect(matchReference(list, id, teams).some((found) => found.id === id) || id.endsWith('/*')).toBe(
          true,
        );
    }),
  );
});
