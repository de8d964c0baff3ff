/** One webhook request as it came in. */
export interface Delivery {
  /** Names in any case; a header that came twice is joined by `, ` (RFC 9110 §5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body before any parser saw them. */
  readonly body: Uint8Array;
  /** The address as the sender called it; only schemes that sign it need it. */
  readonly url?: string;
}

/** HMAC-SHA256 (RFC 2104) of the host: 32 bytes. */
export type Hmac = (key: Uint8Array, data: Uint8Array) => Uint8Array;

/** The value of a header, whatever the case of its name; null where it is absent or empty. */
export function headerOf(headers: Delivery['headers'], name: string): string | null {
  const wanted = name.toLowerCase();
  const values = Object.keys(headers)
    .filter((spelled) => spelled.toLowerCase() === wanted)
    .map((spelled) => (headers[spelled] ?? '').trim())
    .filter((value) => value !== '');
  return values.length === 0 ? null : values.join(', ');
}
