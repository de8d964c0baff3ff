import { languageOf } from '../words/language.ts';
import { sayIn } from '../words/words.ts';
import { userLocale } from './user-locale.ts';

/** Adds the menu. Runs in LIMITED and NONE too, so it touches neither the document nor its properties (Google: guides/authorization). */
export function showMenu(): void {
  const say = sayIn(languageOf(userLocale()));
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
    .replace('data-locale="en"', `data-locale="${languageOf(userLocale())}"`)
    .replace('data-view="key"', `data-view="${view}"`);
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput(told).setTitle('Answershare'));
}
