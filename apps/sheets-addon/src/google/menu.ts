import { toLanguage } from '../texts/language.ts';
import { createGetText } from '../texts/texts.ts';
import { readUserLocale } from './action-context.ts';

/** Adds the menu. Runs in LIMITED and NONE too, so it touches neither the document nor its properties (Google: guides/authorization). */
export function showMenu(): void {
  const say = createGetText(toLanguage(readUserLocale()));
  SpreadsheetApp.getUi()
    .createAddonMenu()
    .addItem(say('menu.open'), 'openSidebar')
    .addSeparator()
    .addItem(say('menu.report'), 'openReports')
    .addItem(say('menu.refresh'), 'openRefresh')
    .addToUi();
}

/** The sidebar's views that the menu opens. */
export type OpenedView = 'key' | 'reports' | 'refresh';

/** The page learns its language and its first view from its own text, so that it need not be asked for them. */
export function showSidebar(view: OpenedView = 'key'): void {
  const page = HtmlService.createHtmlOutputFromFile('sidebar').getContent();
  const told = page
    .replace('data-locale="en"', `data-locale="${toLanguage(readUserLocale())}"`)
    .replace('data-view="key"', `data-view="${view}"`);
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput(told).setTitle('Answershare'));
}

/**
 * Refuses a call that comes from a cell. Every top-level function can be called from one, and a cell has no access to the
 * user interface (Google: guides/authorization), which the sidebar has.
 */
export function assertNotInCell(): void {
  try {
    SpreadsheetApp.getUi();
  } catch {
    throw new Error(
      '[not_in_cells] This works from the sidebar only. If a key stands in this formula, delete it and create a new key.',
    );
  }
}
