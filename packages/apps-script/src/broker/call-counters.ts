import type { BrokerCalls } from '../protocol/host-calls.ts';

/** Calls of services that one execution made. */
export interface ServiceCounters {
  /** HTTP requests asked for with UrlFetchApp; each element of a fetchAll counts, a redirect does not. */
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
  /** Calls that read cells, tabs, names, charts or facts of the document; to name a range is none. */
  sheetReads: number;
  /** Calls that change the document. */
  sheetWrites: number;
  /** Locks asked for, acquired or not. */
  locks: number;
}

/** The same over all executions of a host since they were last reset. */
export interface Counters extends ServiceCounters {
  executions: number;
  /** The most UrlFetchApp requests that were open at one moment. */
  maxInFlight: number;
}

export function zeroServiceCounters(): ServiceCounters {
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

export function zeroCounters(): Counters {
  return { ...zeroServiceCounters(), executions: 0, maxInFlight: 0 };
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

/** What a call of the broker counts as; undefined = it is no call of a service. */
export function counterOf(operation: string): keyof ServiceCounters | undefined {
  return counterByOperation[operation];
}

/** The calls of services that take a trip to Google, by the names that `onCall` and `latencyMs` use. */
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

/** Milliseconds that a call takes, by operation. */
export type Latency = { readonly [operation: string]: number };

/** A call of a service that is about to be made. */
export interface ServiceCall {
  execution: number;
  /** The function that the execution runs. */
  name: string;
  /** `fetch.send`, `cache.get`, `lock.acquire`, `sheet.write`, ... */
  operation: keyof BrokerCalls;
}
