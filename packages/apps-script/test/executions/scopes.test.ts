import { expect, test } from 'vitest';
import { failureOf, hostOf, manifest, serve } from '../support/pushed-folder.ts';

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;
const all = [
  'spreadsheets.currentonly',
  'script.container.ui',
  'script.external_request',
  'script.scriptapp',
].map(scope);
const code = `
function FETCH(url) { return UrlFetchApp.fetch(url).getResponseCode(); }
function SIDEBAR() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('x')); }
function DOCUMENT() { return SpreadsheetApp.getActive().getName(); }
function TRIGGER() { ScriptApp.newTrigger('f').timeBased().everyHours(1).create(); }
function PROPERTIES() { return PropertiesService.getDocumentProperties().getKeys().length; }
function MENU() { SpreadsheetApp.getUi().createMenu('m').addToUi(); }
function REQUIRE(scopes) {
  try { ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, scopes); } catch (e) { return e.message; } finally { Logger.log('finally'); }
  return 'went on';
}
function INFO(mode, scopes) {
  var info = scopes ? ScriptApp.getAuthorizationInfo(mode, scopes) : ScriptApp.getAuthorizationInfo(mode);
  return [info.getAuthorizationStatus() === ScriptApp.AuthorizationStatus.REQUIRED, info.getAuthorizationUrl() !== null, info.getAuthorizedScopes().length];
}
`;
const listing = (oauthScopes: string[]) => ({
  'appsscript.json': JSON.stringify({ ...manifest, oauthScopes }),
});

test.each([
  ['FETCH', 'UrlFetchApp.fetch', scope('script.external_request')],
  ['SIDEBAR', 'Ui.showSidebar', scope('script.container.ui')],
  ['TRIGGER', 'ScriptApp.newTrigger', scope('script.scriptapp')],
  [
    'DOCUMENT',
    'SpreadsheetApp.getActive',
    `(${scope('spreadsheets.currentonly')} || ${scope('spreadsheets')})`,
  ],
])('%s needs its scope in the manifest and from the user', async (name, method, required) => {
  const without = all.filter((one) => !required.includes(one));
  const unlisted = await hostOf(code, {}, listing(without));
  const failure = await failureOf(unlisted.run(name, ['http://127.0.0.1:1/']));
  expect([failure.kind, failure.message]).toEqual([
    'permission',
    `Specified permissions are not sufficient to call ${method}. Required permissions: ${required}`,
  ]);
  const ungranted = await hostOf(code, { grantedScopes: without }, listing(all));
  expect((await failureOf(ungranted.run(name, ['http://127.0.0.1:1/']))).message).toBe(
    `You do not have permission to call ${method}. Required permissions: ${required}`,
  );
});

test('requires no scope for menus and properties', async () => {
  const host = await hostOf(code, {}, listing([]));
  expect(await host.run('PROPERTIES')).toBe(0);
  await host.run('MENU');
});

test('requires no consent in a cell, only the scope of UrlFetchApp in the manifest', async () => {
  const server = await serve((_, response) => response.end());
  const host = await hostOf(code, { grantedScopes: [] }, listing([scope('script.external_request')]));
  expect(await host.customFunction('FETCH', [server.origin])).toBe(200);
  expect(await host.customFunction('DOCUMENT', [])).toBe('Local spreadsheet');
  const unlisted = await hostOf(code, {}, listing([]));
  expect((await failureOf(unlisted.customFunction('FETCH', [server.origin]))).kind).toBe('permission');
});

test('requireScopes ends the execution uncatchably and asks for missing scopes', async () => {
  const [sheets = '', ui = ''] = all;
  const host = await hostOf(code, { grantedScopes: [ui] }, listing(all));
  expect(await host.run('REQUIRE', [[ui]])).toBe('went on');
  const failure = await failureOf(host.run('REQUIRE', [[ui, sheets]]));
  expect([failure.kind, failure.message]).toEqual([
    'permission',
    'Authorization is required to perform that action.',
  ]);
  expect(host.consentAsked()).toEqual([[sheets]]);
  expect(host.log()).toEqual(['finally']);
  expect(await host.run('REQUIRE', [[scope('drive')]])).toBe(
    `The scope ${scope('drive')} is not required by the script.`,
  );
});

test('getAuthorizationInfo returns the granted scopes', async () => {
  const [sheets = '', ui = ''] = all;
  const host = await hostOf(code, { grantedScopes: [ui] }, listing(all));
  expect(await host.run('INFO', ['FULL'])).toEqual([true, true, 1]);
  expect(await host.run('INFO', ['FULL', [ui]])).toEqual([false, false, 1]);
  expect(await host.run('INFO', ['FULL', [sheets]])).toEqual([true, true, 0]);
  expect(await host.run('INFO', ['LIMITED'])).toEqual([false, false, 1]);
});
