import { ServiceFault } from './errors.ts';
import rows from './rules.json' with { type: 'json' };

/**
 * Every limit that this runtime enforces, with its page under developers.google.com/apps-script, or under
 * developers.google.com if it starts with `workspace/`. The pages were read as of 2026-08-13. `documented` = Google
 * states it. `assumed` = no Google page states it in this form; the note names the source.
 */
export interface Limit {
  readonly value: number;
  readonly unit: string;
  readonly page: string;
  readonly status: 'documented' | 'assumed';
  readonly note?: string;
}

const from =
  (page: string, status: Limit['status'] = 'documented') =>
  (value: number, unit: string, note?: string): Limit => ({
    ...{ page, status, value, unit },
    ...(note === undefined ? {} : { note }),
  });
const quotas = from('guides/services/quotas');
const assumedQuotas = from('guides/services/quotas', 'assumed');
const cache = from('reference/cache/cache');
const assumedCache = from('reference/cache/cache', 'assumed');
const fetchPage = from('reference/url-fetch/url-fetch-app');
const assumedFetch = from('reference/url-fetch/url-fetch-app', 'assumed');
const sheets = from('reference/spreadsheet/spreadsheet', 'assumed');

export const limits = {
  executionsAtOnce: quotas(
    30,
    'executions per user',
    'Of all files and scripts. That a cell beyond them fails and does not wait is assumed (read 2026-11-28).',
  ),
  customFunctionTime: quotas(30_000, 'ms'),
  executionTime: quotas(360_000, 'ms'),
  cacheKey: cache(250, 'characters'),
  cacheValue: cache(
    100 * 1024,
    'bytes of UTF-8',
    'The page states 100KB; UTF-8 bytes and 1,024 bytes per KB are assumed.',
  ),
  cacheTtlLeast: cache(1, 's'),
  cacheTtlMost: cache(21_600, 's', 'That a value outside 1..21,600 throws is assumed.'),
  cacheTtlDefault: cache(600, 's'),
  cacheItems: cache(1_000, 'items per cache'),
  cacheItemsKept: assumedCache(
    900,
    'items',
    'After an overflow the newest 900 stay (public measurement by J. Poehnelt).',
  ),
  propertyValue: quotas(9 * 1024, 'bytes of UTF-8', 'The page states 9 KB; 1,024 bytes per KB is assumed.'),
  propertyStore: quotas(
    500 * 1024,
    'bytes of UTF-8, keys and values',
    'The page states 500 KB; that keys count is assumed.',
  ),
  urlFetchADayConsumer: quotas(20_000, 'requests a day'),
  urlFetchADayWorkspace: quotas(100_000, 'requests a day'),
  propertiesADayConsumer: quotas(50_000, 'reads and writes a day'),
  propertiesADayWorkspace: quotas(500_000, 'reads and writes a day'),
  propertyBurst: assumedQuotas(
    200,
    'reads and writes a second of one user',
    'No page gives a number (searched 2026-11-28). The message follows public logs (andrewroberts/TrelloSync#17).',
  ),
  triggerTimeADayConsumer: quotas(90 * 60_000, 'ms a day'),
  triggerTimeADayWorkspace: quotas(6 * 3_600_000, 'ms a day'),
  mailRecipientsADayConsumer: quotas(100, 'recipients a day'),
  mailRecipientsADayWorkspace: quotas(
    1_500,
    'recipients a day',
    'The page allows 2,000 within the domain; here all count as outside.',
  ),
  mailRecipients: quotas(50, 'recipients per message'),
  mailBody: quotas(
    200 * 1024,
    'bytes of UTF-8 per message',
    'The page states 200 KB for a consumer and 400 KB for a Workspace account; the smaller one holds here.',
  ),
  urlLength: fetchPage(2_082, 'characters'),
  fetchHeaders: quotas(100, 'headers per call'),
  fetchHeaderSize: quotas(
    8 * 1024,
    'bytes of names and values',
    'The page states 8 KB per call; what counts is assumed.',
  ),
  fetchPayload: quotas(50 * 1024 * 1024, 'bytes'),
  fetchResponse: quotas(50 * 1024 * 1024, 'bytes'),
  fetchTimeoutDefault: fetchPage(360, 's'),
  fetchRedirects: assumedFetch(20, 'hops', 'No page gives a number; browsers follow 20.'),
  errorBodyShown: assumedFetch(100, 'characters', 'Length of "Truncated server response" in public logs.'),
  sleep: from('reference/utilities/utilities')(300_000, 'ms'),
  timeTriggers: from('workspace/add-ons/concepts/editor-triggers')(
    1,
    'time-driven triggers per user and document',
  ),
  newTabRows: sheets(1_000, 'rows', 'Shown by a new spreadsheet and insertSheet.'),
  newTabColumns: sheets(26, 'columns', 'Shown by a new spreadsheet and insertSheet.'),
  tabName: sheets(100, 'characters', 'Public reports; no Google page gives it.'),
  spreadsheetCells: sheets(
    10_000_000,
    'cells',
    'Help page "Files you can store in Google Drive"; the text follows public reports.',
  ),
  validationList: sheets(500, 'items of requireValueInList', 'Length and text follow public logs.'),
  cellText: sheets(
    50_000,
    'characters per cell',
    'Help page "Files you can store in Google Drive"; the text follows public reports.',
  ),
  sidebarCallsAtOnce: from('guides/html/communication')(10, 'google.script.run calls'),
} satisfies Record<string, Limit>;

/** Returns the milliseconds; throws ServiceFault outside the limits of Utilities.sleep. */
export function checkSleepTime(milliseconds: number): number {
  if (milliseconds >= 0 && milliseconds <= limits.sleep.value) return milliseconds;
  throw new ServiceFault(`Invalid argument: milliseconds must be 0 to ${limits.sleep.value}.`);
}

/** Returns the text; throws ServiceFault if a cell cannot hold it. */
export function checkCellText<T>(value: T): T {
  if (typeof value !== 'string' || value.length <= limits.cellText.value) return value;
  throw new ServiceFault(
    `Your input contains more than the maximum of ${limits.cellText.value} characters in a single cell.`,
  );
}

/** Behaviour that a number cannot state. */
export type Rule = Omit<Limit, 'value' | 'unit'> & { readonly rule: string };

/** The rules by the topic that is their heading. */
export const rules = rows as Readonly<Record<string, readonly Rule[]>>;
