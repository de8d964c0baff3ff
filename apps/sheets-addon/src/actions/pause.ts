import type { Office } from './office.ts';
import { runAgain, untouchedSentence } from './run-again.ts';

export interface Paused {
  readonly paused: boolean;
  /** Ranges whose formulas could not be run again, one sentence each. */
  readonly faults: readonly string[];
}

/**
 * Stops or continues the requests of the file. While it is paused cells show what is kept, whatever its age; once it goes on
 * they run again, so that those which had nothing to show ask now.
 */
export function pause(office: Office, { paused }: { readonly paused: boolean }): Paused {
  const before = office.connection.status()?.paused === true;
  const after = paused === true;
  office.connection.pause(after);
  const { untouched } = before && !after ? runAgain(office) : { untouched: [] };
  const faults = untouched.map((one) => untouchedSentence(office.say, one));
  return { paused: after, faults };
}
