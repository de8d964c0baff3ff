/** An alternative and its assumption, a sentence with a pointer. */
export interface Option<T> {
  readonly value: T;
  readonly assumes: string;
}

/** More sentences than a person reads. */
const maxSentences = 40;

function addSentence(sentences: string[], sentence: string): void {
  if (sentences.length < maxSentences && !sentences.includes(sentence)) sentences.push(sentence);
}

/** The decisions of one run. The first run takes the first option everywhere; each other run changes one decision. */
export class Decisions {
  /** Assumptions that need no confirmation. */
  readonly assumed: string[] = [];
  readonly doubts: string[] = [];
  /** Number of options by the key of an open decision. */
  readonly open = new Map<string, number>();
  private readonly taken: Readonly<Record<string, number>>;

  constructor(taken: Readonly<Record<string, number>> = {}) {
    this.taken = taken;
  }

  assume(sentence: string): void {
    addSentence(this.assumed, sentence);
  }

  doubt(sentence: string): void {
    addSentence(this.doubts, sentence);
  }

  /** Takes one option; several options are a doubt. */
  choose<T>(key: string, options: readonly Option<T>[]): T {
    const index = Math.min(this.taken[key] ?? 0, options.length - 1);
    const option = options[index] as Option<T>;
    if (options.length > 1) {
      this.doubt(option.assumes);
      this.open.set(key, options.length);
    }
    return option.value;
  }

  /** Decisions that count only if merged. */
  branch(): Decisions {
    return new Decisions(this.taken);
  }

  merge(other: Decisions): void {
    other.assumed.forEach((sentence) => {
      this.assume(sentence);
    });
    other.doubts.forEach((sentence) => {
      this.doubt(sentence);
    });
    other.open.forEach((options, key) => {
      this.open.set(key, options);
    });
  }
}
