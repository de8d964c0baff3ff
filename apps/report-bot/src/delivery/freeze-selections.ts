import { formatRename } from '../collect/website-directory.ts';
import type { Digest } from '../digest/digest.ts';
import type { DigestAudience } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { type ComposeResult, type FreezeOptions, freezeMessages } from './digest-messages.ts';

export interface ReadersDigest {
  readonly schedule: DigestAudience;
  readonly digest: Digest;
}

export async function freezeSelections(
  store: Store,
  selections: Iterable<ReadersDigest> | AsyncIterable<ReadersDigest>,
  runId: string,
  options: FreezeOptions,
): Promise<ComposeResult> {
  let [digests, letters] = [0, 0];
  const faults = new Set<string>();
  const renamed = new Set<string>();
  for await (const { schedule, digest } of selections) {
    const frozen = await freezeMessages(store, schedule, digest, runId, options);
    digests += frozen.digests;
    letters += frozen.letters;
    for (const fault of frozen.faults) faults.add(fault);
    for (const note of digest.notes) if (note.kind === 'renamed') renamed.add(formatRename(note));
  }
  const result = { digests, letters, faults: [...faults] };
  return renamed.size === 0 ? result : { ...result, renamed: [...renamed] };
}
