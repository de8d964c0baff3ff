/** What a letter needs beside its digest. */
export interface LetterOptions {
  /** BCP 47 tag for numbers and dates; the words are English. */
  readonly locale: string;
  /** A `mailto:` or `https:` address. */
  readonly unsubscribe: string;
}
