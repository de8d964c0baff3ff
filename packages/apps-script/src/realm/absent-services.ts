import type { Kit } from './kit.ts';

/**
 * Google services this runtime does not have. They exist as names, because Google has them: outside FULL they are refused
 * with Google's permission text, in FULL with a sentence that says the runtime ends here.
 */
export function absentServices(kit: Kit): void {
  const names =
    'CalendarApp CardService ContactsApp ContentService DocumentApp DriveApp FormApp GmailApp GroupsApp ' +
    'Jdbc LanguageApp LinearOptimizationService MailApp Maps SitesApp SlidesApp XmlService';
  for (const name of names.split(' ')) {
    const refuse = (method: string | symbol): never => {
      const called = `${name}.${String(method)}`;
      kit.allow(called, 'user');
      throw kit.exception(
        `${called} is not part of the local Apps Script: this call can only be tried in Google Sheets.`,
      );
    };
    Object.defineProperty(globalThis, name, {
      value: new Proxy({}, { get: (_, method) => refuse(method) }),
      configurable: true,
      writable: true,
    });
  }
}
