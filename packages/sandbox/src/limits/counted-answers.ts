import type { Quirks } from '../quirks/table.ts';

/** What became of a call, as far as counting goes. */
export interface Outcome {
  readonly status: number;
  /** Whether the key was valid. */
  readonly authenticated: boolean;
  /** Whether it was refused by a limit. */
  readonly limited: boolean;
}

/** Which answers count against a known key's limits (undecided item 18). */
export const COUNTS: Readonly<Record<Quirks['countedAnswers'], (outcome: Outcome) => boolean>> = {
  authenticated: ({ authenticated, limited }) => authenticated && !limited,
  'only-2xx': ({ authenticated, limited, status }) =>
    authenticated && !limited && status >= 200 && status < 300,
  all: () => true,
};
