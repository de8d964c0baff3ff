import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@answershare/sandbox';
import {
  confirmFileRecipes,
  connectFile,
  inspectFile,
  toActionCaller,
} from '@answershare/sheets-addon/connect-file';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAddon } from '../../src/world/addon.ts';
import { startBot } from '../../src/world/bot.ts';
import { CleanupStack } from '../../src/world/cleanup.ts';

const program = fileURLToPath(new URL('../../../report-bot/dist/answershare.mjs', import.meta.url));
const site = 'northwind-outdoor.example';
const monday = '2026-11-23T09:00:00Z';

type Bodies = Readonly<Record<string, object>>;

interface Doors {
  /** The value of a formula about the website, or the note of its error. */
  cell(name: string, ...args: unknown[]): Promise<unknown>;
  /** The text part of the mail of the week before. */
  mail(): Promise<string>;
  /** What `read` answers. */
  read(resource: string): Promise<{ readonly value: Record<string, unknown>; readonly text: string }>;
}

/** The built add-on, the built bot's mail and its MCP server before a service that answers with these bodies. */
async function openDoors(cleanup: CleanupStack, bodies: Bodies): Promise<Doors> {
  const sandbox = await cleanup.add(await startSandbox({ form: 2, seed: 1, now: monday }));
  await sandbox.admin.freezeClock();
  const service = createServer((request, response) => {
    const path = request.url ?? '/';
    const { authorization = '' } = request.headers;
    // A busy sandbox may close a kept connection just as it is used again.
    const headers = { authorization, connection: 'close' };
    void fetch(sandbox.baseUrl + path, { headers }).then(async (answer) => {
      const sent = await answer.text();
      const [, endpoint = ''] = /\/([a-z]+)\?/.exec(path) ?? [];
      const body = answer.ok ? bodies[endpoint] : undefined;
      const id = new URL(path, sandbox.baseUrl).searchParams.get('website_id');
      const changed = body === undefined ? sent : JSON.stringify({ website_id: id, ...body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(changed);
    });
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  await cleanup.add({
    close: async () => {
      service.closeAllConnections();
      service.close();
    },
  });
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const key = sandbox.keys.enterprise;

  const host = await cleanup.add(await startAddon(url, () => Date.parse(monday)));
  const call = (name: string, args: unknown[]) => host.sidebarCall(name, args);
  await connectFile(call, key);
  const inspection = await inspectFile(call);
  if (!inspection.ok) throw new Error(inspection.sentence);
  const chosen = inspection.findings.flatMap(({ endpoint, status, drafts: [draft] }) =>
    status === null && draft ? [[endpoint, draft] as const] : [],
  );
  await confirmFileRecipes(toActionCaller(call), inspection, chosen);

  const folder = await mkdtemp(join(tmpdir(), 'answershare-doors-'));
  await cleanup.add({ close: () => rm(folder, { recursive: true, force: true }) });
  const settings = [
    `service: { url: ${url}, key: "\${ANSWERSHARE_API_KEY}" }`,
    'smtp: { host: 127.0.0.1, port: 1, from: digest@example.com }',
    `schedules: [{ id: weekly, cron: "0 9 * * 1", timezone: UTC, websites: [acme.example/de], recipients: [ann@example.com] }]`,
    `names: { websites: [{ name: ${site}, aliases: [acme.example/de] }] }`,
  ];
  await writeFile(join(folder, 'answershare.yaml'), settings.join('\n'));
  const start = (...args: string[]) =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ANSWERSHARE_API_KEY: key },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  // A batch has no standard input to confirm with.
  const doctor = start('doctor', '--confirm');
  doctor.stdin.end('yes\n'.repeat(5));
  const [report, [exitCode]] = await Promise.all([text(doctor.stdout), once(doctor, 'close')]);
  expect(exitCode, report).toBe(0);
  const bot = startBot(folder, key);
  for (const day of [21, 22, 23]) await bot.run(`snapshot --now 2026-11-${day}T05:30:00Z`);
  await bot.run(`export --week 2026-W47 --out week --now ${monday}`);
  await bot.close();

  return {
    cell: (name, ...args) => host.customFunction(name, [site, ...args]).catch((fault) => fault.message),
    mail: async () => {
      const eml = await readFile(join(folder, 'week', 'weekly-2026-W47.eml'));
      return ((await PostalMime.parse(eml)).text ?? '').replace(/\s+/g, ' ');
    },
    read: async (resource) => {
      const server = start('mcp', '--now', monday);
      const send = (message: object) =>
        server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const clientInfo = { name: 'test', version: '1' };
      send({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
      });
      send({ method: 'notifications/initialized' });
      const given = {
        resource,
        website: 'https://www.acme.example/de/shop',
        ...(resource === 'analytics' ? { window: '2026-11-17..2026-11-22' } : {}),
      };
      send({ id: 2, method: 'tools/call', params: { name: 'read', arguments: given } });
      let output = '';
      for await (const piece of server.stdout) {
        output += String(piece);
        if (output.includes('"id":2')) server.stdin.end();
      }
      const { result } = JSON.parse(output.split('\n').find((line) => line.includes('"id":2')) ?? '{}');
      return { value: result.structuredContent?.value, text: result.content[0].text };
    },
  };
}

const cite = (date: string, url: string, engine = 'ChatGPT') => ({ date, engine, url, title: 'Guide' });
const guide = `https://${site}/guides/rain-jackets`;
/** One page in the spellings of links. */
const spellings = [
  `${guide}/`,
  guide.replace('https', 'http'),
  guide.replace('//', '//www.'),
  `${guide}?utm_source=chatgpt.com`,
  `${guide}?utm_source=openai&utm_medium=ai`,
  `${guide}#:~:text=waterproof`,
  guide.replace(site, site.toUpperCase()),
  `${guide}?srsltid=AfmB1`,
  guide.replace(site, `${site}:443`),
  `${guide}?gclid=1&fbclid=2`,
  guide.replace('rain-', 'rain%2D'),
];

const engines = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([engine, count]) => ({ engine, count }));

const brand = (name: string, domain: string, share: number) => ({
  name,
  domain,
  share_of_voice: share,
  mentions: share * 10,
});

const toDay = (date: string, visitors: number | string, citations: number) => ({
  date,
  visitors,
  pageviews: 7_000,
  ai_citations: citations,
});

let cleanup: CleanupStack;
let doors: Doors;
const openWith = (bodies: Bodies) => {
  beforeAll(async () => {
    cleanup = new CleanupStack();
    doors = await openDoors(cleanup, bodies);
  });
  afterAll(() => cleanup.close());
};

describe('pages, brands and days without a figure', () => {
  openWith({
    citations: {
      from: '2026-10-25',
      to: '2026-11-23',
      total: 16,
      engines: engines({ ChatGPT: 15, Perplexity: 1 }),
      citations: [
        cite('2026-10-25', `https://${site}/shop?id=1`),
        cite('2026-11-10', guide),
        ...spellings.map((url) => cite('2026-11-18', url)),
        cite('2026-11-19', `https://${site}/shop?id=1`, 'Perplexity'),
        cite('2026-11-19', `https://${site}/shop?id=2`),
        cite('2026-11-20', 'https://www.reddit.com/r/x/1'),
      ],
    },
    competitors: {
      from: '2026-10-24',
      to: '2026-11-22',
      share_of_voice: 30,
      mentions: 300,
      total_mentions: 1_000,
      competitors: [
        brand('Hub CRM', 'hub.example', 15),
        brand('Hub', 'hub.example', 35),
        brand('Fell', 'fell.example', 20),
      ],
    },
    analytics: {
      from: '2026-11-17',
      to: '2026-11-22',
      days: [
        toDay('2026-11-17', 3_035, 6),
        toDay('2026-11-18', '-', 5),
        ...[19, 20, 21, 22].map((day) => toDay(`2026-11-${day}`, 3_100, 7)),
      ],
    },
  });

  test('one page is one page in all its spellings', async () => {
    const rows = await doors.cell('CITED_PAGES', '7d', 'columns=page, citations, status; headers=no');
    expect(rows).toEqual([
      [guide, 11, 'kept'],
      [`https://${site}/shop?id=1`, 1, 'new'],
      [`https://${site}/shop?id=2`, 1, 'new'],
      ['https://www.reddit.com/r/x/1', 1, 'new'],
    ]);
    const { items } = (await doors.read('citations')).value as {
      readonly items: readonly { page: string }[];
    };
    expect(items.filter(({ page }) => page === `${site}/guides/rain-jackets`)).toHaveLength(12);
    const mail = await doors.mail();
    expect(mail).toMatch(/Newly cited pages - \/shop\?id=1: .* - \/shop\?id=2: .* - reddit\.com\/r\/x\/1: /);
    expect(mail).not.toContain('rain-jackets');
  });

  test('two rows of one domain are one competitor, with the same rank', async () => {
    expect(await doors.cell('COMPETITORS', 'columns=rank, name, share of voice; headers=no')).toEqual([
      [1, 'Hub', 0.5],
      [2, 'Northwind Outdoor', 0.3],
      [3, 'Fell', 0.2],
    ]);
    expect((await doors.read('competitors')).value).toMatchObject({
      competitors: [{ share: 0.5 }, { share: 0.2 }],
      rank: { now: 2, of: 3 },
    });
    expect(await doors.mail()).toMatch(
      /1 Hub 50\.0%.*2 northwind-outdoor\.example \(you\) 30\.0%.*3 Fell 20\.0%/,
    );
  });

  test('a day without a figure is blank, and the others are read', async () => {
    const rows = (await doors.cell(
      'ANALYTICS',
      '2026-11-17..2026-11-19',
      'visitors',
      'headers=no',
    )) as unknown[][];
    expect(rows.map(([, visitors]) => visitors)).toEqual([3_035, '', 3_100]);
    const { days } = (await doors.read('analytics')).value as {
      days: readonly { visitors: number | null }[];
    };
    expect(days.slice(0, 3).map(({ visitors }) => visitors)).toEqual([3_035, null, 3_100]);
    expect(await doors.mail()).toContain('Citations: 6 of 7 days were read, with 39.');
  });
});

describe('a new brand, an engine without a citation, and days of another zone', () => {
  openWith({
    citations: {
      from: '2026-10-25',
      to: '2026-11-23',
      total: 10,
      engines: engines({ Perplexity: 7, Gemini: 3 }),
    },
    competitors: {
      from: '2026-10-24',
      to: '2026-11-22',
      share_of_voice: 0,
      mentions: 0,
      total_mentions: 1_000,
      competitors: [brand('Alba', 'alba.example', 60), brand('Fell', 'fell.example', 40)],
    },
    analytics: {
      days: Array.from({ length: 7 }, (_, at) =>
        toDay(`2026-11-${16 + at}T23:00:00.000Z`, 3_000 + 10 * at, 5 + at),
      ),
    },
  });

  test('a share of 0 is the last rank', async () => {
    expect(await doors.cell('COMPETITORS', 'columns=rank, name, share of voice; headers=no')).toEqual([
      [1, 'Alba', 0.6],
      [2, 'Fell', 0.4],
      [3, 'Northwind Outdoor', 0],
    ]);
    expect((await doors.read('competitors')).value).toMatchObject({
      shareOfVoice: 0,
      rank: { now: 3, of: 3 },
    });
    expect(await doors.mail()).toMatch(
      /1 Alba 60\.0%.*2 Fell 40\.0%.*3 northwind-outdoor\.example \(you\) 0\.0%/,
    );
  });

  test('an engine that a complete feed lacks has no citation', async () => {
    expect(await doors.cell('CITATIONS', 'ChatGPT')).toBe(0);
    expect(await doors.cell('CITATIONS', 'nonsense')).toMatch(/No engine/);
    const { total, byEngine } = (await doors.read('citations')).value;
    expect([total, byEngine]).toMatchObject([
      10,
      [
        { label: 'Perplexity', count: 7 },
        { label: 'Gemini', count: 3 },
      ],
    ]);
    expect(await doors.mail()).toMatch(/Perplexity 7.*Gemini 3/);
  });

  test('an instant of local midnight is the day that begins there, once a person has confirmed it', async () => {
    const rows = (await doors.cell(
      'ANALYTICS',
      '2026-11-17..2026-11-22',
      'citations',
      'headers=no',
    )) as unknown[][];
    expect(rows.map(([, citations]) => citations)).toEqual([5, 6, 7, 8, 9, 10]);
    const { days } = (await doors.read('analytics')).value as { days: readonly { date: string }[] };
    expect(days[0]).toMatchObject({ date: '2026-11-17', visitors: 3_000, citations: 5 });
    expect(await doors.mail()).toContain('Citations: 6 of 7 days were read, with 45.');
  });
});

describe('figures that the service marks', () => {
  openWith({
    analytics: {
      sampled: true,
      sample_rate: 0.1,
      days: [17, 18, 19, 20, 21, 22].map((day) => toDay(`2026-11-${day}`, 3_000, 5)),
    },
  });

  test('sampled figures are not shown, and the cell and the assistant are given the mark', async () => {
    const mark = '/sampled is true: figures next to it are unknown';
    expect(await doors.cell('ANALYTICS_TOTAL', '7d', 'visitors')).toBe(
      `[not_measured] The service marks these figures: ${mark}.`,
    );
    const { value, text: shown } = await doors.read('analytics');
    expect(value.days).toContainEqual({
      date: '2026-11-17',
      visitors: null,
      pageviews: null,
      citations: null,
      metrics: {},
    });
    expect(shown).toContain(mark);
    expect(await doors.mail()).not.toMatch(/[36] of 7 days were read, with/);
  });
});
