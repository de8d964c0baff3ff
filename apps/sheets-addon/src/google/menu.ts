import { createTranslate, toLanguage } from '../texts/texts.ts';
import { readUserLocale } from './action-context.ts';
import { openFile } from './file.ts';

/** Also runs in LIMITED and NONE: must not touch document or properties (Google: guides/authorization). */
export function showMenu(): void {
  const t = createTranslate(toLanguage(readUserLocale()));
  SpreadsheetApp.getUi()
    .createAddonMenu()
    .addItem(t('menu.open'), 'openSidebar')
    .addSeparator()
    .addItem(t('menu.report'), 'openReports')
    .addItem(t('menu.refresh'), 'openRefresh')
    .addItem(t('menu.failed'), 'openRefresh')
    .addSeparator()
    .addItem(t('snapshot.freeze'), 'freezeTab')
    .addToUi();
}

/** The sidebar's views in the menu. */
type OpenedView = 'key' | 'reports' | 'refresh';

/** The page's text contains its language, the file's locale and zone, and its first view, which saves a call. */
export function showSidebar(view: OpenedView = 'key'): void {
  const page = HtmlService.createHtmlOutputFromFile('sidebar').getContent();
  const file = openFile();
  const html = page
    .replace('data-locale="en"', `data-locale="${toLanguage(readUserLocale())}"`)
    .replace('data-file-locale=""', `data-file-locale="${file.getSpreadsheetLocale()}"`)
    .replace('data-zone=""', `data-zone="${file.getSpreadsheetTimeZone()}"`)
    .replace('data-view="key"', `data-view="${view}"`);
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput(html).setTitle('Answershare'));
}

/**
 * Rejects a call from a cell. Any top-level function can be called from one. Unlike the sidebar, a cell has no access
 * to the user interface (Google: guides/authorization).
 */
export function assertNotInCell(): void {
  try {
    SpreadsheetApp.getUi();
  } catch {
    throw new Error(
      '[not_in_cells] This works from the sidebar only. If this formula contains a key, delete it and create a new key.',
    );
  }
}
