import type { BrokerCalls } from '../protocol/host-calls.ts';

/** Service calls of one execution. */
export interface ServiceCounters {
  /** HTTP requests: each element of fetchAll counts, redirects do not. */
  fetches: number;
  /** Calls of fetch and fetchAll. */
  fetchCalls: number;
  /** Calls of get and getAll. */
  cacheGets: number;
  /** Calls of put and putAll. */
  cachePuts: number;
  /** Calls of remove and removeAll. */
  cacheRemoves: number;
  propertyReads: number;
  propertyWrites: number;
  /** Calls that read cells, tabs, names, charts or properties; resolving a reference does not count. */
  sheetReads: number;
  /** Calls that change the document. */
  sheetWrites: number;
  /** Attempts to acquire a lock. */
  locks: number;
}

/** The sum over all executions since the last reset. */
export interface Counters extends ServiceCounters {
  executions: number;
  /** The maximum of simultaneous UrlFetchApp requests. */
  maxInFlight: number;
}

export function createServiceCounters(): ServiceCounters {
  return {
    fetches: 0,
    fetchCalls: 0,
    cacheGets: 0,
    cachePuts: 0,
    cacheRemoves: 0,
    propertyReads: 0,
    propertyWrites: 0,
    sheetReads: 0,
    sheetWrites: 0,
    locks: 0,
  };
}

export function createCounters(): Counters {
  return { ...createServiceCounters(), executions: 0, maxInFlight: 0 };
}

const counterByOperation: { readonly [operation: string]: keyof ServiceCounters } = {
  'fetch.send': 'fetchCalls',
  'cache.get': 'cacheGets',
  'cache.put': 'cachePuts',
  'cache.remove': 'cacheRemoves',
  'properties.read': 'propertyReads',
  'properties.write': 'propertyWrites',
  'properties.remove': 'propertyWrites',
  'lock.acquire': 'locks',
  'document.read': 'sheetReads',
  'sheet.tabs': 'sheetReads',
  'sheet.read': 'sheetReads',
  'sheet.names': 'sheetReads',
  'sheet.charts': 'sheetReads',
  'document.write': 'sheetWrites',
  'sheet.insert': 'sheetWrites',
  'sheet.delete': 'sheetWrites',
  'sheet.copy': 'sheetWrites',
  'sheet.paste-values': 'sheetWrites',
  'sheet.change': 'sheetWrites',
  'sheet.resize': 'sheetWrites',
  'sheet.write': 'sheetWrites',
  'sheet.clear': 'sheetWrites',
  'sheet.append': 'sheetWrites',
  'sheet.select': 'sheetWrites',
  'sheet.activate': 'sheetWrites',
  'sheet.name': 'sheetWrites',
  'sheet.chart': 'sheetWrites',
  'sheet.drop-chart': 'sheetWrites',
  'sheet.toast': 'sheetWrites',
};

/** The counter of an operation; undefined = not counted. */
export function findCounter(operation: string): keyof ServiceCounters | undefined {
  return counterByOperation[operation];
}

/** Operations that reach Google's servers, as named in `onCall` and `latencyMs`. */
export const remoteOperations: readonly string[] = [
  'fetch.send',
  'cache.get',
  'cache.put',
  'cache.remove',
  'properties.read',
  'properties.write',
  'properties.remove',
  'lock.acquire',
  'lock.release',
  'sheet.read',
  'sheet.write',
];

/** Milliseconds per call, or a function that draws them, by operation. */
export type Latency = { readonly [operation: string]: number | (() => number) };

/** A service call before it runs. */
export interface ServiceCall {
  execution: number;
  /** The function of the execution. */
  name: string;
  /** `fetch.send`, `cache.get`, `lock.acquire`, `sheet.write`, ... */
  operation: keyof BrokerCalls;
}
