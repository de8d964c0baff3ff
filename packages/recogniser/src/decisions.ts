/** One way to read the bodies, and what it takes for granted: a sentence with its pointer. */
export interface Option<T> {
  readonly value: T;
  readonly assumes: string;
}

/** More sentences than a person reads say no more. */
const maxSentences = 40;

function addSentence(sentences: string[], sentence: string): void {
  if (sentences.length < maxSentences && !sentences.includes(sentence)) sentences.push(sentence);
}

/**
 * The decisions of one inference. The first run takes the first option of each; every other option of a doubt is another run that
 * differs in that decision alone.
 */
export class Decisions {
  /** What is certain enough to be used without a person. */
  readonly assumed: string[] = [];
  readonly doubts: string[] = [];
  /** Numbers of options of the doubts, by the key of the decision. */
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

  /** Takes one of several options; with more than one it is a doubt. */
  choose<T>(key: string, options: readonly Option<T>[]): T {
    const index = Math.min(this.taken[key] ?? 0, options.length - 1);
    const option = options[index] as Option<T>;
    if (options.length > 1) {
      this.doubt(option.assumes);
      this.open.set(key, options.length);
    }
    return option.value;
  }

  /** Decisions that count only where their subject is chosen. */
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
