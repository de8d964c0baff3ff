import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function onOpen(e) {
  var ui = SpreadsheetApp.getUi();
  ui.createAddonMenu().addItem('Open', 'open').addSeparator().addSubMenu(ui.createMenu('More').addItem('Say', 'say')).addToUi();
}
function open() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('sidebar').setTitle('Answers')); }
function say() { var ui = SpreadsheetApp.getUi(); return ui.alert('Title', 'Prompt', ui.ButtonSet.OK) === ui.Button.OK; }
function none() { HtmlService.createHtmlOutputFromFile('nowhere'); }
function facts() {
  var s = SpreadsheetApp.getActiveSpreadsheet();
  return [[s.getId(), s.getName(), s.getSpreadsheetTimeZone(), s.getSpreadsheetLocale(), Session.getScriptTimeZone(), Session.getActiveUserLocale()]];
}
`;

test('onOpen run twice creates one menu with items, a separator and a sub-menu', async () => {
  const host = await hostOf(code);
  expect(host.ui()).toEqual({ menus: [], sidebar: null, alerts: [] });
  await host.run('onOpen', [], 'LIMITED');
  await host.run('onOpen', [], 'LIMITED');
  const more = { title: 'More', addon: false, items: [{ caption: 'Say', functionName: 'say' }] };
  expect(host.ui().menus).toEqual([
    {
      title: 'Extensions',
      addon: true,
      items: [{ caption: 'Open', functionName: 'open' }, { separator: true }, more],
    },
  ]);
});

test('shows the pushed file in the sidebar with HtmlService’s fault', async () => {
  const html = '<p>// stays</p><script>const a = `http://x`; const b = "http://y";</script>';
  const host = await hostOf(code, {}, { 'sidebar.html': html });
  await host.run('open');
  expect(host.ui().sidebar).toEqual({
    title: 'Answers',
    html: '<p>// stays</p><script>const a = `http:`; const b = "http://y";</script>',
  });
});

test('records an alert and returns OK', async () => {
  const host = await hostOf(code);
  expect(await host.run('say')).toBe(true);
  expect(host.ui().alerts).toEqual([{ title: 'Title', prompt: 'Prompt' }]);
});

test('names a missing HTML file', async () => {
  const host = await hostOf(code);
  expect((await failureOf(host.run('none'))).message).toBe('No HTML file named nowhere was found.');
});

test('document, script and user have separate zone and locale', async () => {
  const host = await hostOf(code, { timeZone: 'America/New_York', locale: 'de_CH' });
  expect(await host.customFunction('facts', [])).toEqual([
    ['local-spreadsheet', 'Local spreadsheet', 'America/New_York', 'de_CH', 'Europe/Zurich', 'de'],
  ]);
});
