import { type Endpoint, type Mapping, parseBody, type Reading, type RecordedAnswer } from '@answershare/core';
import { Complaint, type ExitCode } from '../../complaint.ts';
import { theReadingThread, UnfinishedReading } from '../../reading/reading-thread.ts';
import type { Context } from '../context.ts';
import { endpointNamed } from './endpoint-names.ts';
import { givenBytes, textOf } from './given.ts';
import { givenMapping } from './given-mapping.ts';
import type { MappingDraft } from './mapping-drafts.ts';
import { readingWords } from './reading-words.ts';
import { keptAnswer } from './recordings.ts';

interface Read {
  readonly reading: Reading<unknown>;
  /** Where the body was refused: a mapping to start from. */
  readonly draft: MappingDraft | null;
  /** Where the file is not the body but an answer that `call --json` kept. */
  readonly kept: RecordedAnswer | null;
}

async function read(
  context: Context,
  kind: Endpoint,
  bytes: Uint8Array,
  mapping: Mapping | null,
): Promise<Read> {
  const refused = (reason: string, kept: RecordedAnswer | null = null): Read => ({
    reading: { ok: false, problem: 'unclear', reason, pointer: null },
    draft: null,
    kept,
  });
  const text = textOf(bytes);
  if (text === null) return refused('The body is not text in UTF-8.');
  const given = parseBody(text);
  if (!given.ok) return refused(`This is ${given.what}.`);
  const kept = keptAnswer(given.body);
  if (kept !== null && kept.endpoint !== kind)
    throw new Complaint(
      `This is an answer of ${kept.endpoint} that "call --json" kept, not one of ${kind}. Read it with "answershare read ${kept.endpoint} FILE".`,
      2,
    );
  const parsed = kept === null ? given : parseBody(kept.body);
  if (!parsed.ok) return refused(`The kept body is ${parsed.what}.`, kept);
  try {
    const args = [kind, kept?.body ?? text, mapping] as const;
    return { ...(await theReadingThread.run('readOrDraft', [...args], context.ended)), kept };
  } catch (thrown) {
    if (!(thrown instanceof UnfinishedReading)) throw thrown;
    return refused(`The body is refused: ${thrown.reason}.`, kept);
  }
}

export interface ReadOptions {
  /** A file with a mapping: JSON Pointers by field. */
  readonly mapping?: string;
  readonly json?: boolean;
}

/** Shows how a body would be read and why. Ends with 0 where it was read, 3 where it is refused. Asks nobody. */
export async function readBody(
  context: Context,
  word: string,
  file: string,
  options: ReadOptions,
): Promise<0 | ExitCode> {
  const kind = endpointNamed(word);
  if (options.mapping === '-' && file === '-')
    throw new Complaint('Standard input can be the body or the mapping, not both. Name a file.', 2);
  const mapping = options.mapping === undefined ? null : await givenMapping(context, kind, options.mapping);
  const { reading, draft, kept } = await read(context, kind, await givenBytes(context, file), mapping);
  if (options.json === true) {
    context.write(JSON.stringify({ kind, ...reading, ...(reading.ok ? {} : { draft }) }));
  } else
    context.write(
      readingWords(
        kind,
        kept === null ? file : `${file} (status ${kept.status}, kept by "call --json")`,
        reading,
        draft,
      ).join('\n'),
    );
  return reading.ok ? 0 : 3;
}
