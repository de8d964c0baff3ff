import type { BrokerCalls } from '../host-calls.ts';

/** The calls of services that take a trip to Google, by the names that `onCall` and `latencyMs` use. */
export const operations: readonly string[] = [
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
