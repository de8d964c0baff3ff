import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const attempts = {
  FETCH: "UrlFetchApp.fetch('http://127.0.0.1:1/', {})",
  PROPERTIES: 'PropertiesService.getDocumentProperties()',
  CACHE: 'CacheService.getScriptCache()',
  LOCK: 'LockService.getScriptLock()',
  HTML: "HtmlService.createHtmlOutput('x')",
  DOCUMENT: 'SpreadsheetApp.getActiveSpreadsheet().getName()',
  RENAME: "SpreadsheetApp.getActive().rename('new')",
  MENU: "SpreadsheetApp.getUi().createMenu('m').addToUi()",
  SIDEBAR: "SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('x'))",
  ALERT: "SpreadsheetApp.getUi().alert('x')",
  LOCALE: 'Session.getActiveUserLocale()',
  PLAIN: 'Logger.log(Utilities.getUuid().length)',
  MAIL: "GmailApp.sendEmail('a@example.com', 'b', 'c')",
};
const code = Object.entries(attempts)
  .map(([name, expression]) => `function ${name}() { ${expression}; return 'done'; }`)
  .join('\n');

/** The names of attempts refused for want of permission; any other failure counts as allowed. */
async function refusedIn(mode: 'NONE' | 'LIMITED' | 'CUSTOM_FUNCTION' | 'FULL'): Promise<string[]> {
  const host = await hostOf(code, { threads: 2 });
  const refused: string[] = [];
  for (const name of Object.keys(attempts)) {
    const run = mode === 'CUSTOM_FUNCTION' ? host.customFunction(name, []) : host.run(name, [], mode);
    const kind: unknown = await run.then(
      () => 'done',
      (error: unknown) => Reflect.get(Object(error), 'kind'),
    );
    if (kind === 'permission') refused.push(name);
  }
  return refused;
}

test('NONE grants menus, locale, Logger and Utilities, but no document or properties', async () => {
  expect(await refusedIn('NONE')).toEqual(
    'FETCH PROPERTIES CACHE LOCK HTML DOCUMENT RENAME SIDEBAR ALERT MAIL'.split(' '),
  );
});

test('LIMITED grants no UrlFetchApp and shows only menus', async () => {
  expect(await refusedIn('LIMITED')).toEqual(['FETCH', 'SIDEBAR', 'ALERT', 'MAIL']);
});

test('CUSTOM_FUNCTION reads the document and fetches, without a user interface', async () => {
  expect(await refusedIn('CUSTOM_FUNCTION')).toEqual(['RENAME', 'MENU', 'SIDEBAR', 'ALERT', 'MAIL']);
});

test('FULL grants everything', async () => {
  expect(await refusedIn('FULL')).toEqual([]);
});

test('refuses with Google’s message, as an Exception', async () => {
  const host = await hostOf(code);
  const failure = await failureOf(host.run('FETCH', [], 'LIMITED'));
  expect(failure).toMatchObject({
    message: 'You do not have permission to call UrlFetchApp.fetch',
    scriptName: 'Exception',
  });
});

test('a missing service reports so in FULL', async () => {
  const host = await hostOf(code);
  expect((await failureOf(host.run('MAIL'))).message).toBe(
    'GmailApp.sendEmail is not part of the local Apps Script: this call can only be tried in Google Sheets.',
  );
});

test('runs top-level statements in the mode of the execution', async () => {
  const host = await hostOf(
    'var p = PropertiesService.getScriptProperties(); function onOpen() { return 1; }',
  );
  expect(await host.run('onOpen', [], 'LIMITED')).toBe(1);
  expect((await failureOf(host.run('onOpen', [], 'NONE'))).kind).toBe('permission');
});

test('passes onOpen the mode in its event, comparable with ScriptApp.AuthMode', async () => {
  const host = await hostOf('function onOpen(e) { return e.authMode === ScriptApp.AuthMode.LIMITED; }');
  expect(await host.run('onOpen', [], 'LIMITED')).toBe(true);
  expect(await host.run('onOpen', [], 'NONE')).toBe(false);
});
