import { expect, test } from 'vitest';
import { steppedClock } from '../../src/index.ts';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function daily() { ScriptApp.newTrigger('refresh').timeBased().everyDays(1).atHour(6).inTimezone('Europe/Zurich').create(); }
function hourly() { ScriptApp.newTrigger('refresh').timeBased().everyHours(1).create(); }
function missing() { ScriptApp.newTrigger('gone').timeBased().everyHours(1).create(); }
function refresh(e) {
  var p = PropertiesService.getDocumentProperties();
  p.setProperty('events', (p.getProperty('events') || '') + JSON.stringify(e) + '\\n');
  if (p.getProperty('fail')) throw new Error('The service is down.');
  Utilities.sleep(Number(p.getProperty('work') || 0));
}
`;
const team = `
function every() { ScriptApp.newTrigger('ask').timeBased().everyHours(1).create(); return ScriptApp.getProjectTriggers().length; }
function own() { return ScriptApp.getProjectTriggers().length + ' ' + Session.getActiveUser().getEmail(); }
function ask() { PropertiesService.getDocumentProperties().setProperty('by', Session.getActiveUser().getEmail()); }
function show() { SpreadsheetApp.getUi().alert('done'); }
`;
const start = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;

test('moves the clock from trigger to trigger, and runs each at its time with its event', async () => {
  const host = await hostOf(code, { clock: steppedClock(start), random: () => 0 });
  await host.run('daily');
  const runs = await host.advance(start + 48 * hour);
  const id = host.triggers()[0]?.id;
  expect(runs).toEqual(
    [22, 23].map((date) => ({
      triggerId: id,
      handler: 'refresh',
      due: Date.UTC(2026, 10, date, 5),
      startedAt: Date.UTC(2026, 10, date, 5),
      failure: null,
    })),
  );
  const [first = ''] = String(host.properties.document.get('events')).split('\n');
  expect(JSON.parse(first)).toEqual({
    authMode: 'FULL',
    'day-of-month': 22,
    'day-of-week': 7,
    hour: 6,
    minute: 0,
    month: 11,
    second: 0,
    timezone: 'Europe/Zurich',
    triggerUid: id,
    'week-of-year': 47,
    year: 2026,
  });
  expect(host.executions().filter(({ kind }) => kind === 'trigger')).toHaveLength(2);
});

test('runs a missed trigger once after a clock jump', async () => {
  let now = start;
  const host = await hostOf(code, { now: () => now });
  await host.run('hourly');
  expect(await host.fireDue()).toEqual([]);
  now = start + 5.5 * hour;
  expect(await host.fireDue()).toMatchObject([{ due: start + hour, startedAt: now }]);
  expect(await host.fireDue()).toEqual([]);
  expect(host.triggers()[0]?.due).toBe(start + 6 * hour);
});

test('records a failure, which stops neither the trigger nor the host', async () => {
  const host = await hostOf(code, { clock: steppedClock(start) });
  await host.run('hourly');
  host.properties.document.set('fail', 'yes');
  await host.advance(start + 2 * hour);
  expect(host.triggerRuns().map(({ failure }) => failure)).toEqual([
    'The service is down.',
    'The service is down.',
  ]);
  expect(host.executions().at(-1)).toMatchObject({ state: 'failed', failure: 'The service is down.' });
});

test('fails if the handler is missing', async () => {
  const host = await hostOf(code, { clock: steppedClock(start) });
  await host.run('missing');
  expect(await host.advance(start + hour)).toMatchObject([{ failure: 'Script function not found: gone' }]);
});

test('runs no trigger after uninstall', async () => {
  const host = await hostOf(code, { clock: steppedClock(start) });
  await host.run('hourly');
  host.uninstall();
  expect(await host.advance(start + 24 * hour)).toEqual([]);
});

test.each([
  ['consumer', 90 * 60_000],
  ['workspace', 6 * hour],
] as const)(
  'runs triggers of a %s account for %d ms a day, then none until the next day',
  async (account, most) => {
    const host = await hostOf(code, { clock: steppedClock(start), account });
    await host.run('hourly');
    host.properties.document.set('work', '1000');
    host.quotas.add({ triggerTime: most - 1 });
    const failures = (await host.advance(start + 25 * hour)).map(({ failure }) => failure);
    expect(failures.slice(0, 2)).toEqual([null, 'Service using too much computer time for one day']);
    expect(failures[24]).toBe(null);
  },
);

test('reports a clock that cannot be moved', async () => {
  const host = await hostOf(code, { now: () => start });
  expect((await failureOf(host.advance(start + hour))).message).toContain('clock: steppedClock(…)');
});

test('each user has own triggers; one runs as its creator, and no more once the account is deleted', async () => {
  const host = await hostOf(team, { clock: steppedClock(start), activeUser: 'anna@example.com' });
  expect(await host.run('every')).toBe(1);
  host.signIn('ben@example.com');
  expect(await host.run('own')).toBe('0 ben@example.com');
  await host.advance(start + hour);
  expect(host.properties.document.get('by')).toBe('anna@example.com');
  host.deleteAccount('anna@example.com');
  expect(await host.advance(start + 24 * hour)).toEqual([]);
  expect(await host.run('every')).toBe(1);
  expect(await host.advance(start + 25 * hour)).toHaveLength(1);
  expect(host.properties.document.get('by')).toBe('ben@example.com');
});

test('a trigger has no user interface', async () => {
  const host = await hostOf(`${team} function ask() { show(); }`, { clock: steppedClock(start) });
  await host.run('show');
  await host.run('every');
  const [run] = await host.advance(start + hour);
  expect(run?.failure).toBe('Cannot call SpreadsheetApp.getUi() from this context.');
});
