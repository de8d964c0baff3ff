/** Valid for all cached answers of a file: with it a cell need not read its connection. */
export interface CacheHeader {
  /** The connection epoch of the answers. */
  readonly epoch: string;
  /** Older answers are not shown; milliseconds since the epoch. */
  readonly freshFrom: number;
  /** While paused, cached answers of any age are shown. */
  readonly paused: boolean;
  /** When the connection must be read again. */
  readonly until: number;
}

/** Cache key of the header. Connecting, disconnecting, pausing and refreshing remove it. */
export const headerSlot = 'note';

/** TTL of the header: a slow execution could write an outdated one. */
export const headerSeconds = 600;

/** The header if it is still valid, else null. */
export function parseHeader(text: string | undefined, now: number): CacheHeader | null {
  if (text === undefined) return null;
  const header = JSON.parse(text) as CacheHeader;
  return header.until > now ? header : null;
}
