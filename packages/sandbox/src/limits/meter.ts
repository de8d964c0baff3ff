/** How a limit stands at an instant. */
export interface Reading {
  /** Calls that count at present; a part of a call in a bucket that fills evenly. */
  readonly used: number;
  /** Milliseconds until the limit lets one more call pass, or until a window that is not full ends. More than 0. */
  readonly resetMs: number;
}

/** One way to count calls, as a value that is never changed. Instants are milliseconds since 1970. */
export interface Meter {
  reading(now: number, limit: number): Reading;
  /** After one more call. */
  after(now: number, limit: number): Meter;
  /** With so many calls counted at present. */
  put(now: number, used: number): Meter;
}
