/** A mail in one language, as the page gets it. */
export interface PageMail {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly subject: string;
  readonly subjectLength: number;
  readonly preheader: string;
  readonly html: string;
  readonly bytes: number;
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly faults: readonly string[];
}

export interface PageDigest {
  /** `weekly, 2026-W47`. */
  readonly title: string;
  readonly mails: readonly PageMail[];
}

export interface PageData {
  readonly digests: readonly PageDigest[];
  /** Index of the digest and locale of the mail that the page shows first. */
  readonly first: { readonly digest: number; readonly locale: string };
  readonly images: Readonly<Record<string, string>>;
  readonly limits: { readonly bytes: number; readonly subject: number };
}
