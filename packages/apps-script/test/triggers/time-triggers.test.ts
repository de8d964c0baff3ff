import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function add() { return ScriptApp.newTrigger('refresh').timeBased().everyDays(1).atHour(6).inTimezone('Europe/Zurich').create().getUniqueId(); }
function weekly() { ScriptApp.newTrigger('refresh').timeBased().onWeekDay(ScriptApp.WeekDay.MONDAY).create(); }
function list() { return ScriptApp.getProjectTriggers().map(function (t) { return [t.getHandlerFunction(), t.getUniqueId(), t.getEventType()]; }); }
function drop() { ScriptApp.getProjectTriggers().forEach(function (t) { ScriptApp.deleteTrigger(t); }); }
function often() { ScriptApp.newTrigger('refresh').timeBased().everyMinutes(5); }
function never() { ScriptApp.newTrigger('refresh').timeBased().atHour(6).create(); }
function late() { ScriptApp.newTrigger('refresh').timeBased().atHour(24); }
`;

test('stores a trigger with its schedule; later executions list and delete it', async () => {
  const host = await hostOf(code, { now: () => Date.UTC(2026, 10, 21, 12), random: () => 0.5 });
  const id = await host.run('add');
  expect(host.triggers()).toEqual([
    {
      id,
      handler: 'refresh',
      schedule: { everyDays: 1, atHour: 6, inTimezone: 'Europe/Zurich' },
      due: Date.UTC(2026, 10, 22, 5, 30),
    },
  ]);
  expect(await host.run('list')).toEqual([['refresh', id, 'CLOCK']]);
  await host.run('drop');
  expect(host.triggers()).toEqual([]);
});

test('allows one time-driven trigger per user and document', async () => {
  const host = await hostOf(code);
  await host.run('add');
  expect((await failureOf(host.run('weekly'))).message).toContain('created too many time-based triggers');
  expect(host.triggers()).toHaveLength(1);
});

test.each([
  ['often', 'fires at most once an hour: use everyHours'],
  ['never', 'The trigger has no recurrence'],
  ['late', 'Invalid argument: ClockTriggerBuilder.atHour'],
])('refuses %s', async (name, message) => {
  const host = await hostOf(code);
  expect((await failureOf(host.run(name))).message).toContain(message);
  expect(host.triggers()).toEqual([]);
});

test('allows triggers only in FULL', async () => {
  const host = await hostOf(code);
  expect((await failureOf(host.run('list', [], 'LIMITED'))).kind).toBe('permission');
  expect((await failureOf(host.customFunction('add', []))).kind).toBe('permission');
});
