import type {
  Area,
  CellField,
  CellPart,
  Chart,
  DocumentProperties,
  FieldValue,
  Selection,
  TabProperties,
} from './document.ts';
import type { ScriptFailure } from './errors.ts';

export type StoreName = 'document' | 'script' | 'user';

export interface FetchRequest {
  url: string;
  method: string;
  headers: { [name: string]: string };
  contentType: string | null;
  body: { text: string } | { base64: string } | null;
  followRedirects: boolean;
  validateHttpsCertificates: boolean;
  /** null = the documented default. */
  timeoutSeconds: number | null;
}

export interface FetchedResponse {
  code: number;
  /** Name and value as the server sent them, in order. */
  headers: [string, string][];
  base64: string;
}

export type FetchResult = { response: FetchedResponse } | { failure: string };

/** A mail that a script sent. */
export interface SentMail {
  recipients: string[];
  subject: string;
  body: string;
}

export type MenuItem = { caption: string; functionName: string } | { separator: true } | Menu;

export interface Menu {
  title: string;
  /** Under Extensions (createAddonMenu). */
  addon: boolean;
  items: MenuItem[];
}

export interface TimeTrigger {
  id: string;
  /** The function to run. */
  handler: string;
  /** The builder's arguments by method name. */
  schedule: { [method: string]: string | number };
  /** The next run, in epoch milliseconds. */
  due: number;
}

/** Calls that the broker answers: shared state and real HTTP. */
export interface BrokerCalls {
  'clock.now': () => number;
  'clock.random': () => number;
  'clock.sleep': (milliseconds: number) => null;
  /** Ends the execution and asks the user for these scopes. */
  'auth.ask': (scopes: string[]) => null;
  'fetch.send': (requests: FetchRequest[]) => FetchResult[];
  'cache.get': (store: StoreName, keys: string[]) => { [key: string]: string };
  'cache.put': (store: StoreName, entries: { [key: string]: string }, seconds: number | null) => null;
  'cache.remove': (store: StoreName, keys: string[]) => null;
  'properties.read': (store: StoreName, key: string | null) => { [key: string]: string };
  'properties.write': (store: StoreName, entries: { [key: string]: string }, clearFirst: boolean) => null;
  'properties.remove': (store: StoreName, key: string | null) => null;
  'lock.acquire': (store: StoreName, milliseconds: number) => boolean;
  'lock.release': (store: StoreName) => null;
  'lock.held': (store: StoreName) => boolean;
  'document.read': () => DocumentProperties;
  'document.write': (change: Partial<DocumentProperties>) => null;
  'sheet.tabs': () => (TabProperties & { lastRow: number; lastColumn: number })[];
  'sheet.insert': (name: string | null, index: number | null) => number;
  'sheet.delete': (tab: number) => null;
  /** Returns the id of the copy. */
  'sheet.copy': (tab: number) => number;
  /** Writes the values of `from`, without formulas and formats, to an area that begins at `to`. */
  'sheet.paste-values': (from: Area, to: Area) => null;
  'sheet.change': (tab: number, change: Partial<TabProperties>) => null;
  'sheet.resize': (
    tab: number,
    side: 'rows' | 'columns',
    change: 'insert' | 'delete',
    at: number,
    count: number,
  ) => null;
  /** Cells without a tab name are on `tab`; null = the active tab. */
  'sheet.area': (a1: string, tab: number | null) => Area;
  'sheet.read': (area: Area, field: CellField) => FieldValue[][];
  'sheet.write': (area: Area, field: CellField, values: FieldValue[][]) => null;
  'sheet.clear': (area: Area, parts: CellPart[]) => null;
  'sheet.append': (tab: number, values: FieldValue[]) => null;
  'sheet.selection': () => Selection;
  'sheet.select': (range: Area, cell: Area | null) => null;
  'sheet.activate': (tab: number) => null;
  'sheet.names': () => { name: string; area: Area }[];
  /** null deletes the name. */
  'sheet.name': (name: string, area: Area | null) => null;
  'sheet.charts': (tab: number) => Chart[];
  /** Replaces the chart with this id; id 0 creates one. Returns the id. */
  'sheet.chart': (tab: number, chart: Chart) => number;
  'sheet.drop-chart': (tab: number, chart: number) => null;
  'sheet.toast': (message: string, title: string, seconds: number) => null;
  'ui.menu': (menu: Menu) => null;
  'ui.sidebar': (title: string, html: string) => null;
  'ui.alert': (title: string | null, prompt: string) => null;
  'html.file': (name: string) => string;
  'mail.send': (mail: SentMail) => null;
  /** Recipients left today. */
  'mail.left': () => number;
  'trigger.create': (handler: string, schedule: TimeTrigger['schedule']) => TimeTrigger;
  'trigger.list': () => TimeTrigger[];
  'trigger.remove': (id: string) => null;
  'log.line': (line: string) => null;
}

/** Calls that the execution's own thread answers. */
export interface LocalCalls {
  'text.decode': (base64: string, charset: string) => string;
  'text.encode': (text: string, charset: string) => string;
  'bytes.of': (base64: string) => number[];
  'bytes.pack': (bytes: number[]) => string;
  'hash.digest': (algorithm: string, base64: string) => string;
  'hash.hmac': (algorithm: string, base64: string, keyBase64: string) => string;
  'gzip.pack': (base64: string) => string;
  'gzip.unpack': (base64: string) => string;
  'uuid.make': () => string;
  'thread.sleep': (milliseconds: number) => null;
}

export type HostCalls = BrokerCalls & LocalCalls;
export type Reply = { value: unknown } | { failure: ScriptFailure };
