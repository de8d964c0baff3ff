/** What a letter needs beside its digest. */
export interface LetterOptions {
  readonly recipient: { readonly name: string | null };
  /** BCP 47 tag for numbers and dates; the words are English. */
  readonly locale: string;
  /** A `mailto:` or `https:` address. */
  readonly unsubscribe: string;
  /** Why the recipient gets this, one sentence. */
  readonly reason: string;
}
