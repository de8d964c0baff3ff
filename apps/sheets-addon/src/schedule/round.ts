/** Where the file keeps a round that did not come to its end; it goes on at the next run. */
export const roundName = 'answershare.round';

/**
 * A refresh that may take several runs. Questions are reached in the order of their keys, so that one key tells what is
 * behind it, however many there are: a property holds 9 KB (Google: guides/services/quotas).
 */
export interface Round {
  /** When it began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** The last key that was reached; empty at the start. */
  readonly after: string;
  /** Keys before it that are still to be reached. */
  readonly left: readonly string[];
  /** Questions that were reached and failed. */
  readonly failed: number;
}

export function newRound(freshFrom: number): Round {
  return { freshFrom, after: '', left: [], failed: 0 };
}

/** The round that a text tells; null for none, and for one that a whole refresh has overtaken since. */
export function openRound(text: string | null, refreshedFrom: number): Round | null {
  if (text === null) return null;
  const { freshFrom, after, left, failed } = JSON.parse(text) as Partial<Round>;
  if (typeof freshFrom !== 'number' || typeof after !== 'string' || freshFrom < refreshedFrom) return null;
  return { freshFrom, after, left: left ?? [], failed: failed ?? 0 };
}

/** A question by its key. */
interface Keyed {
  readonly key: string;
}

/** What a round has still to reach, in its order. */
export function toReach<T extends Keyed>(questions: readonly T[], { after, left }: Round): readonly T[] {
  return questions
    .filter(({ key }) => key > after || left.indexOf(key) >= 0)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** A round after a run: of the questions that it had to reach, `rest` were not. */
export function roundAfter(
  round: Round,
  asked: readonly Keyed[],
  { rest, failed }: { readonly rest: readonly Keyed[]; readonly failed: number },
): Round {
  const open = rest.map(({ key }) => key);
  const after = asked.reduce(
    (last, { key }) => (key > last && open.indexOf(key) < 0 ? key : last),
    round.after,
  );
  const left = open.filter((key) => key <= after);
  return { freshFrom: round.freshFrom, after, left, failed: round.failed + failed };
}
