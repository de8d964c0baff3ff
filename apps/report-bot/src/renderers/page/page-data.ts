/** A mail in one language, as the page gets it. */
export interface PageMail {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly subject: string;
  /** In graphemes. */
  readonly subjectLength: number;
  readonly preheader: string;
  /** Images as `cid:` addresses. */
  readonly html: string;
  /** Of the HTML part in UTF-8. */
  readonly bytes: number;
  readonly text: string;
  /** Attachments. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly faults: readonly string[];
}

/** A digest in all languages. */
export interface PageDigest {
  /** `weekly, 2026-W47`. */
  readonly title: string;
  readonly mails: readonly PageMail[];
}

/** The content of the preview page. */
export interface PageData {
  readonly digests: readonly PageDigest[];
  /** Index of the digest and locale of the mail that the page shows first. */
  readonly first: { readonly digest: number; readonly locale: string };
  /** `data:` addresses by `cid`. */
  readonly images: Readonly<Record<string, string>>;
  readonly limits: { readonly bytes: number; readonly subject: number };
}
