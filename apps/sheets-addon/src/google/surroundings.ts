import { clearSlot, documentCache } from './cache.ts';

/** Where a script runs, as far as it can be told without a scope of its own. */
export interface Surroundings {
  readonly zone: string;
  readonly locale: string;
  readonly place: string;
  readonly cache: string;
  readonly properties: string;
}

function tried(attempt: () => string): string {
  try {
    return attempt();
  } catch (thrown) {
    return `fails: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

/** A cell has no access to the user interface (Google: guides/authorization). */
function placeOf(): string {
  try {
    SpreadsheetApp.getUi();
    return 'menu, sidebar or trigger (FULL)';
  } catch {
    return 'a cell (CUSTOM_FUNCTION)';
  }
}

const probe = 'probe';

/** Leaves nothing behind. */
export function surroundings(): Surroundings {
  return {
    zone: tried(() => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone()),
    locale: tried(() => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetLocale()),
    place: placeOf(),
    cache: tried(() => {
      documentCache().putAll({ [probe]: 'kept' }, 60);
      const kept = documentCache().getAll([probe])[probe];
      clearSlot(probe);
      return kept === 'kept' ? 'keeps' : 'forgets at once';
    }),
    properties: tried(() => {
      const names = PropertiesService.getDocumentProperties().getKeys();
      return `${names.length} kept`;
    }),
  };
}
