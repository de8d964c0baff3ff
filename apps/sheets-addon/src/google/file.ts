/** The file in which the script runs. */
export const openFile = (): GoogleAppsScript.Spreadsheet.Spreadsheet => SpreadsheetApp.getActiveSpreadsheet();

/** Shared by everybody who works in the file (Google: guides/properties). */
export const fileProperties = (): GoogleAppsScript.Properties.Properties =>
  PropertiesService.getDocumentProperties();

export const scriptProperties = (): GoogleAppsScript.Properties.Properties =>
  PropertiesService.getScriptProperties();
