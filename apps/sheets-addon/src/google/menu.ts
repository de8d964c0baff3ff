/** Adds the menu. Runs in LIMITED and NONE too, so it touches nothing but the menu (Google: guides/authorization). */
export function showMenu(): void {
  SpreadsheetApp.getUi().createAddonMenu().addItem('Open sidebar', 'openSidebar').addToUi();
}

export function showSidebar(): void {
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('sidebar').setTitle('Answershare'));
}
