import {
  type Endpoint,
  type Mapping,
  parseBody,
  type Reading,
  type ReadingTrace,
  readAnalytics,
  readAuthority,
  readCitations,
  readCompetitors,
  readWebsites,
} from '@answershare/core';
import { Complaint, type ExitCode } from '../../complaint.ts';
import type { Context } from '../context.ts';
import { endpointNamed } from './endpoint-names.ts';
import { givenBytes, textOf } from './given.ts';
import { givenMapping } from './given-mapping.ts';
import { draftFor, type MappingDraft } from './mapping-drafts.ts';
import { readingWords } from './reading-words.ts';

const readers: Readonly<
  Record<Endpoint, (body: unknown, options: { readonly mapping?: Mapping }) => Reading<unknown>>
> = {
  websites: readWebsites,
  analytics: readAnalytics,
  citations: readCitations,
  competitors: readCompetitors,
  authority: readAuthority,
};

const nothing: ReadingTrace = {
  path: '',
  confidence: 0,
  fields: {},
  coerced: [],
  unmatched: [],
  notes: [],
};

interface Read {
  readonly reading: Reading<unknown>;
  /** Where the body was refused: a mapping to start from. */
  readonly draft: MappingDraft | null;
}

function read(kind: Endpoint, bytes: Uint8Array, mapping: Mapping | null): Read {
  const refused = (reason: string): Read => ({ reading: { ok: false, reason, trace: nothing }, draft: null });
  const text = textOf(bytes);
  if (text === null) return refused('The body is not text in UTF-8.');
  const parsed = parseBody(text);
  if (!parsed.ok) return refused(`This is ${parsed.what}.`);
  const reading = readers[kind](parsed.body, mapping === null ? {} : { mapping });
  return { reading, draft: reading.ok || mapping !== null ? null : draftFor(kind, text) };
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
  const { reading, draft } = read(kind, await givenBytes(context, file), mapping);
  if (options.json === true) {
    const { trace } = reading;
    const told = reading.ok
      ? { ok: true, kind, value: reading.value, trace }
      : { ok: false, kind, reason: reading.reason, trace, draft };
    context.write(JSON.stringify(told));
  } else context.write(readingWords(kind, file, reading, draft).join('\n'));
  return reading.ok ? 0 : 3;
}
