/** A website of the caller's team (specification §2). Only `id` is certain; the rest is read from an undocumented body. */
export interface Website {
  /** The identifier that the other endpoints take; opaque text. */
  readonly id: string;
  readonly name: string | null;
  /** Host name without scheme or path, lower case. */
  readonly domain: string | null;
}
