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
  /** `YYYY-MM-DD` or null. */
  readonly date: string | null;
  readonly title: string | null;
}

/** The per-engine citation feed (specification §2). */
export interface Citations {
  /** Citations in all, as the service states it or, where it states none, the sum over engines; null where neither is told. */
  readonly total: number | null;
  readonly byEngine: readonly EngineCitations[];
  readonly items: readonly CitationItem[];
}
