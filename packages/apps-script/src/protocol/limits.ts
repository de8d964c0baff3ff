import { ServiceFault } from './errors.ts';

/**
 * Every limit that this runtime enforces, with its page under developers.google.com/apps-script, or under
 * developers.google.com if it starts with `workspace/`. All were read as the copy of 2026-08-13. `documented` = Google
 * states it. `assumed` = no Google page states it in this form; the note names the source.
 */
export interface Limit {
  readonly value: number;
  readonly unit: string;
  readonly page: string;
  readonly read: string;
  readonly status: 'documented' | 'assumed';
  readonly note?: string;
}

const read = '2026-08-13';
const quotas = { page: 'guides/services/quotas', read, status: 'documented' } as const;
const cache = { page: 'reference/cache/cache', read, status: 'documented' } as const;
const fetchPage = { page: 'reference/url-fetch/url-fetch-app', read, status: 'documented' } as const;
const assumed = 'assumed' as const;
const sheets = { page: 'reference/spreadsheet/spreadsheet', read, status: assumed } as const;

export const limits = {
  executionsAtOnce: { ...quotas, value: 30, unit: 'executions per user' },
  customFunctionTime: { ...quotas, value: 30_000, unit: 'ms' },
  executionTime: { ...quotas, value: 360_000, unit: 'ms' },
  cacheKey: { ...cache, value: 250, unit: 'characters' },
  cacheValue: {
    ...cache,
    value: 100 * 1024,
    unit: 'bytes of UTF-8',
    note: 'The page states 100KB; UTF-8 bytes and 1,024 bytes per KB are assumed.',
  },
  cacheTtlLeast: { ...cache, value: 1, unit: 's' },
  cacheTtlMost: {
    ...cache,
    value: 21_600,
    unit: 's',
    note: 'That a value outside 1..21,600 throws is assumed.',
  },
  cacheTtlDefault: { ...cache, value: 600, unit: 's' },
  cacheItems: { ...cache, value: 1_000, unit: 'items per cache' },
  cacheItemsKept: {
    ...cache,
    value: 900,
    unit: 'items',
    status: assumed,
    note: 'After an overflow the newest 900 stay (public measurement by J. Poehnelt).',
  },
  propertyValue: {
    ...quotas,
    value: 9 * 1024,
    unit: 'bytes of UTF-8',
    note: 'The page states 9 KB; 1,024 bytes per KB is assumed.',
  },
  propertyStore: {
    ...quotas,
    value: 500 * 1024,
    unit: 'bytes of UTF-8, keys and values',
    note: 'The page states 500 KB; that keys count is assumed.',
  },
  urlFetchADayConsumer: { ...quotas, value: 20_000, unit: 'requests a day' },
  urlFetchADayWorkspace: { ...quotas, value: 100_000, unit: 'requests a day' },
  propertiesADayConsumer: { ...quotas, value: 50_000, unit: 'reads and writes a day' },
  propertiesADayWorkspace: { ...quotas, value: 500_000, unit: 'reads and writes a day' },
  triggerTimeADayConsumer: { ...quotas, value: 90 * 60_000, unit: 'ms a day' },
  triggerTimeADayWorkspace: { ...quotas, value: 6 * 3_600_000, unit: 'ms a day' },
  mailRecipientsADayConsumer: { ...quotas, value: 100, unit: 'recipients a day' },
  mailRecipientsADayWorkspace: {
    ...quotas,
    value: 1_500,
    unit: 'recipients a day',
    note: 'The page allows 2,000 within the domain; here all count as outside.',
  },
  mailRecipients: { ...quotas, value: 50, unit: 'recipients per message' },
  mailBody: {
    ...quotas,
    value: 200 * 1024,
    unit: 'bytes of UTF-8 per message',
    note: 'The page states 200 KB for a consumer and 400 KB for a Workspace account; the smaller one holds here.',
  },
  urlLength: { ...fetchPage, value: 2_082, unit: 'characters' },
  fetchHeaders: { ...quotas, value: 100, unit: 'headers per call' },
  fetchHeaderSize: {
    ...quotas,
    value: 8 * 1024,
    unit: 'bytes of names and values',
    note: 'The page states 8 KB per call; what counts is assumed.',
  },
  fetchPayload: { ...quotas, value: 50 * 1024 * 1024, unit: 'bytes' },
  fetchResponse: { ...quotas, value: 50 * 1024 * 1024, unit: 'bytes' },
  fetchTimeoutDefault: { ...fetchPage, value: 360, unit: 's' },
  fetchRedirects: {
    ...fetchPage,
    value: 20,
    unit: 'hops',
    status: assumed,
    note: 'No page gives a number; browsers follow 20.',
  },
  errorBodyShown: {
    ...fetchPage,
    value: 100,
    unit: 'characters',
    status: assumed,
    note: 'Length of "Truncated server response" in public logs.',
  },
  sleep: { page: 'reference/utilities/utilities', read, status: 'documented', value: 300_000, unit: 'ms' },
  timeTriggers: {
    page: 'workspace/add-ons/concepts/editor-triggers',
    read,
    status: 'documented',
    value: 1,
    unit: 'time-driven triggers per user and document',
  },
  newTabRows: { ...sheets, value: 1_000, unit: 'rows', note: 'Shown by a new spreadsheet and insertSheet.' },
  newTabColumns: {
    ...sheets,
    value: 26,
    unit: 'columns',
    note: 'Shown by a new spreadsheet and insertSheet.',
  },
  tabName: { ...sheets, value: 100, unit: 'characters', note: 'Public reports; no Google page gives it.' },
  spreadsheetCells: {
    ...sheets,
    value: 10_000_000,
    unit: 'cells',
    note: 'Help page "Files you can store in Google Drive"; the text follows public reports.',
  },
  validationList: {
    ...sheets,
    value: 500,
    unit: 'items of requireValueInList',
    note: 'Length and text follow public logs.',
  },
  cellText: {
    ...sheets,
    value: 50_000,
    unit: 'characters per cell',
    note: 'Help page "Files you can store in Google Drive"; the text follows public reports.',
  },
  sidebarCallsAtOnce: {
    page: 'guides/html/communication',
    read,
    status: 'documented',
    value: 10,
    unit: 'google.script.run calls',
  },
} as const satisfies Record<string, Limit>;

/** Returns the milliseconds; throws ServiceFault outside the limits of Utilities.sleep. */
export function checkSleepTime(milliseconds: number): number {
  if (milliseconds >= 0 && milliseconds <= limits.sleep.value) return milliseconds;
  throw new ServiceFault(`Invalid argument: milliseconds must be 0 to ${limits.sleep.value}.`);
}
