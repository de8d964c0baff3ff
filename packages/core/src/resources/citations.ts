/** Citations by one answer engine. */
export interface EngineCitations {
  /** Normal name, for example `chatgpt`; an unknown engine keeps its own spelling in lower case. */
  readonly engine: string;
  /** Name for people, for example `ChatGPT`. */
  readonly label: string;
  readonly count: number;
}

/** One entry of the per-engine citation feed. */
export interface CitationItem {
  readonly engine: string | null;
  readonly url: string | null;
  /** Host name of what was cited, lower case; of the URL where the body gives none. */
  readonly domain: string | null;
  /** `YYYY-MM-DD` or null. */
  readonly date: string | null;
  readonly title: string | null;
  /** Citations that the entry stands for, where the body counts them; null where it does not. */
  readonly count: number | null;
}

/** The per-engine citation feed (specification §2). */
export interface Citations {
  /**
   * Citations in all, as the service states it or, where it states none, the sum over engines. Null where neither is told, where an
   * engine's count is unknown, or where what is there is a page of more.
   */
  readonly total: number | null;
  /** Where the total is unknown and rows are single citations: the rows of one page of more. */
  readonly atLeast?: number;
  /** An engine that gave no count is left out: it is unknown, not zero. */
  readonly byEngine: readonly EngineCitations[];
  readonly items: readonly CitationItem[];
}
