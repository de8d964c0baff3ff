import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { helpers } from '@odoo/o-spreadsheet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CellValue, toCellValue, toPosition } from '../src/workbook/cell-values.ts';
import { CleanupStack } from '../src/world/cleanup.ts';
import { MONDAY, RECIPIENTS, startDigest, takeSnapshots } from '../src/world/digest.ts';
import { World } from '../src/world/world.ts';

const DAY = 86_400_000;
const monday = Date.parse(MONDAY.slice(0, 10));

interface Competitor {
  readonly name: string;
  readonly domain: string;
  readonly shareOfVoice: number;
  readonly mentions: number;
}

/** The service's bodies about one website on one day. */
interface Bodies {
  readonly citations: { readonly total: number };
  readonly competitors: Competitor & { readonly competitors: readonly Competitor[] };
  readonly authority: {
    readonly score: number | null;
    readonly components: readonly {
      readonly name: string;
      readonly score: number;
      readonly weight: number;
    }[];
  };
  /** Of the last 30 days, oldest first. */
  readonly daily: readonly number[];
}

/** Reads a body over HTTP with a key that nothing else uses. */
async function readBody<T>({ baseUrl, keys }: RunningSandbox, path: string): Promise<T> {
  const headers = { Authorization: `Bearer ${keys.enterprise}` };
  return (await (await fetch(`${baseUrl}/api/v1/${path}`, { headers })).json()) as T;
}

async function readBodies(sandbox: RunningSandbox, id: string, today: number): Promise<Bodies> {
  const read = <T>(path: string) => readBody<T>(sandbox, path);
  const span = `from=${toDate(today - 29 * DAY)}&to=${toDate(today)}`;
  const [citations, competitors, authority, { days }] = await Promise.all([
    read<Bodies['citations']>(`citations?websiteId=${id}`),
    read<Bodies['competitors']>(`competitors?websiteId=${id}`),
    read<Bodies['authority']>(`authority?websiteId=${id}`),
    read<{ readonly days: readonly { readonly aiCitations: number }[] }>(`analytics?websiteId=${id}&${span}`),
  ]);
  return { citations, competitors, authority, daily: days.map(({ aiCitations }) => aiCitations) };
}

const toDate = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** One bar per number. */
function toBars(numbers: readonly number[]): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const toIndex = (value: number): number =>
    high === low ? 0 : Math.round(((value - low) / (high - low)) * 7);
  return numbers.map((value) => [...'▁▂▃▄▅▆▇█'][toIndex(value)]).join('');
}

let cleanup: CleanupStack;
let world: World;
/** The bodies of each website, in the order of the sheet, by day. */
const served = new Map<number, readonly Bodies[]>();
/** The first website's score by day, of the days that the file has recorded. */
const scores = new Map<number, number | null>();

const firstId = ({ websites }: RunningSandbox): string => websites[0]?.id ?? '';

async function readService(today: number): Promise<void> {
  const { sandbox } = world;
  const bodies = await Promise.all(sandbox.websites.map(({ id }) => readBodies(sandbox, id, today)));
  served.set(today, bodies);
  scores.set(today, bodies[0]?.authority.score ?? null);
}

/** Rows of a range of the grid. */
function readGrid(sheetId: string, range: string): CellValue[][] {
  const { getters } = world.workbook.model;
  const { top, bottom, left, right } = helpers.toZone(range);
  const rows = Array.from({ length: bottom - top + 1 }, (_, index) => top + index);
  const columns = Array.from({ length: right - left + 1 }, (_, index) => left + index);
  return rows.map((row) =>
    columns.map((col) => toCellValue(getters.getEvaluatedCell({ sheetId, row, col }))),
  );
}

/** A text without a value is a blank cell. */
const isFilled = (row: readonly unknown[]): boolean => row.some((value) => value !== null && value !== '');

/** A share of a body, in per cent, as a cell has it. */
const toShare = (percent: number | null): unknown =>
  percent === null ? null : expect.closeTo(percent / 100, 9);

function expectServedCells(today: number): void {
  const bodies = served.get(today) ?? [];
  const { websites } = world.sandbox;
  const dashboard = bodies.map(({ citations, competitors, authority, daily }) => [
    citations.total,
    toShare(competitors.shareOfVoice),
    authority.score,
    daily.length === 0 ? null : toBars(daily),
  ]);
  expect(readGrid('tab-0', 'B4:E11')).toEqual(dashboard);

  const [first] = bodies;
  if (first === undefined) throw new Error('The service has no website.');
  const { competitors: others, shareOfVoice, mentions } = first.competitors;
  const { name = '', domain = '' } = websites[0] ?? {};
  const ranked = [{ name, domain, shareOfVoice, mentions }, ...others]
    .sort((one, other) => other.shareOfVoice - one.shareOfVoice)
    .map((row, at) => [at + 1, row.name, row.domain, toShare(row.shareOfVoice), row.mentions, at === 0]);
  expect(readGrid('tab-1', 'A5:F20').filter(isFilled)).toEqual(ranked);

  const components = first.authority.components.map((one) => [one.name, one.score, one.weight]);
  expect(readGrid('tab-2', 'A5:C20').filter(isFilled)).toEqual(components);
  const recorded = [...scores].map(([day, score]) => [new Date(day), score]);
  expect(readGrid('tab-2', 'G5:H99').filter(isFilled)).toEqual(recorded);
  // The score changes on Mondays, so that a day without a record has that of the last recorded day.
  const weekAgo = [...scores].filter(([day]) => day <= today - 7 * DAY).at(-1)?.[1] ?? Number.NaN;
  expect(readGrid('tab-2', 'E5:E7')).toEqual([
    [(first.authority.score ?? Number.NaN) - weekAgo],
    ['Every recorded day'],
    [toBars([...scores.values()].map(Number))],
  ]);

  const history = world.workbook.model.getters
    .getSheetIds()
    .find((id) => world.workbook.model.getters.getSheetName(id) === 'Answershare history');
  const added = readGrid(history ?? '', 'A2:F999').filter(
    ([day]) => day instanceof Date && day.getTime() === today,
  );
  expect(added).toEqual(
    websites.map(({ id, name }, at) => {
      const body = bodies[at];
      const share = body?.competitors.shareOfVoice ?? null;
      return [
        new Date(today),
        id,
        name,
        body?.authority.score ?? null,
        toShare(share),
        body?.citations.total,
      ];
    }),
  );
  expect(readGrid('tab-3', 'C1:C1')).toEqual([['#ERROR']]);
}

async function expectServedStatus(): Promise<void> {
  const { keys, form } = await world.sandbox.admin.state();
  const key = keys.find(({ label }) => label === world.connectedKey());
  expect(Object.fromEntries(readGrid('tab-3', 'F1:G19'))).toMatchObject({
    state: 'ready',
    host: new URL(world.sandbox.baseUrl).host,
    form,
    websites: world.sandbox.websites.length,
    plan: key?.plan,
    minute_limit: key?.limits.minute,
    spent_today: key?.used.day,
    last_fault: null,
  });
}

/** An action of the sidebar. */
async function act(name: string, input: object = {}): Promise<unknown> {
  const answer = await world.document.run(() => world.host.sidebarCall('act', [name, input]));
  expect(answer).toMatchObject({ ok: true });
  return (answer as { readonly done: unknown }).done;
}

/** Refreshes the file, as the sidebar does. No other script runs before the cells have ended. */
async function refresh(): Promise<void> {
  const plan = (await act('planRefresh')) as {
    readonly questions: readonly unknown[];
    readonly freshFrom: number;
  };
  expect(await act('gather', plan)).toMatchObject({ fault: null, rest: [] });
  const total = plan.questions.length;
  await act('finishRefresh', { freshFrom: plan.freshFrom, fresh: total, total });
  await world.workbook.evaluate();
}

async function expectServedSidebar(today: number): Promise<void> {
  const [first] = served.get(today) ?? [];
  for (const [call, figure] of [
    ['CITATIONS', first?.citations.total],
    ['SHARE_OF_VOICE', toShare(first?.competitors.shareOfVoice ?? null)],
    ['AUTHORITY', first?.authority.score],
  ] as const) {
    const preview = await act('previewFormula', { formula: `=${call}(Dashboard!A4)` });
    expect(preview).toMatchObject({ shown: [[figure]] });
  }
  expect(await act('failedFormulas')).toMatchObject({ total: 1, formulas: [{ place: 'Try it!C1' }] });
  // Scripts read what the grid shows.
  const grid = readGrid('tab-0', 'A4:E11').map((row) => row.map((value) => value ?? ''));
  expect(world.host.sheet.values('Dashboard!A4:E11')).toEqual(grid);
}

/**
 * Share of voice, authority and citations of a website in the text of the mail: a row of the table; for a website with a
 * clear change a line with the share, and for the first of these a section with the others.
 */
function readMailFigures(text: string, domain: string): readonly (string | undefined)[] {
  const name = domain.replaceAll('.', '\\.');
  const row = new RegExp(`^${name} {2,}(\\S+)(?: %)? +(\\S+) +(\\d+)`, 'm').exec(text);
  if (row !== null) return row.slice(1);
  const [, share] = new RegExp(`^- ${name}: \\S Share of voice (\\S+) %`, 'm').exec(text) ?? [];
  const section = new RegExp(`^${name}\\n=+\\n[^]*?^Authority +(\\S+)[^]*?^Citations +(\\d+)`, 'm').exec(
    text,
  );
  return [share, ...(section ?? []).slice(1)];
}

/** A mean, with as many digits as a text has. */
function formatMean(values: readonly (number | null)[], like = ''): string {
  if (values.includes(null)) return '–';
  const sum = values.reduce<number>((total, one) => total + (one ?? 0), 0);
  return (sum / values.length).toFixed(like.split('.')[1]?.length ?? 0);
}

function expectServedMail(today: number): void {
  const mail = world.inbox?.messages().findLast(({ recipients }) => recipients.includes(RECIPIENTS[0]));
  const week = Array.from({ length: 7 }, (_, index) => served.get(today - (7 - index) * DAY) ?? []);
  for (const [at, { domain }] of world.sandbox.websites.entries()) {
    const bodies = week.flatMap((day) => day[at] ?? []);
    const stated = readMailFigures(mail?.text ?? '', domain);
    const citations = (bodies.at(-1)?.daily.slice(-7) ?? []).reduce((sum, one) => sum + one, 0);
    const figures = [
      formatMean(
        bodies.map(({ competitors }) => competitors.shareOfVoice),
        stated[0],
      ),
      formatMean(bodies.map(({ authority }) => authority.score)),
      String(citations),
    ];
    expect([domain, ...stated]).toEqual([domain, ...figures.slice(0, stated.length)]);
  }
}

beforeAll(async () => {
  cleanup = new CleanupStack();
  const before = await cleanup.add(await startSandbox({ form: 1, seed: 1 }));
  for (let day = monday - 56 * DAY; day < monday; day += 7 * DAY) {
    await before.admin.setClock(`${toDate(day)}T09:00:00Z`);
    const { score } = await readBody<Bodies['authority']>(before, `authority?websiteId=${firstId(before)}`);
    scores.set(day, score);
  }
  world = await World.start(cleanup);
  const digest = await startDigest(cleanup);
  await takeSnapshots(digest, () => undefined, 8);
  await world.connectBot(digest, cleanup);
  world.workbook.dispatch([
    { type: 'UPDATE_CELL', sheetId: 'tab-3', ...toPosition('F1'), content: '=API_STATUS()' },
  ]);
  await readService(monday);
});
afterAll(() => cleanup.close());

// Six weeks, one after another, of one world.
test.each([1, 2, 3, 4, 5, 6])(
  'week %i: cells, sidebar, status and mail show the service’s own figures',
  async (week) => {
    const end = monday + 7 * week * DAY;
    for (let today = end - 6 * DAY; today <= end; today += DAY) {
      await world.change({ change: 'days', days: 1 });
      await world.workbook.evaluate();
      await readService(today);
      expectServedCells(today);
      await expectServedStatus();
    }
    expectServedMail(end);
    await expectServedSidebar(end);
    await refresh();
    expectServedCells(end);
    await expectServedStatus();
    await expectServedSidebar(end);
  },
);
