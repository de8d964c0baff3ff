export interface Counters {
  executions: number;
  /** HTTP requests asked for with UrlFetchApp; each element of a fetchAll counts, a redirect does not. */
  fetches: number;
  /** Calls of get and getAll. */
  cacheGets: number;
  /** Calls of put and putAll. */
  cachePuts: number;
  propertyReads: number;
  propertyWrites: number;
  /** Calls that read, and calls that change, the document. */
  sheetReads: number;
  sheetWrites: number;
  /** Locks asked for, acquired or not. */
  locks: number;
  /** The most UrlFetchApp requests that were open at one moment. */
  maxInFlight: number;
}

export function zeroCounters(): Counters {
  return {
    executions: 0,
    fetches: 0,
    cacheGets: 0,
    cachePuts: 0,
    propertyReads: 0,
    propertyWrites: 0,
    sheetReads: 0,
    sheetWrites: 0,
    locks: 0,
    maxInFlight: 0,
  };
}
