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
import { nearest } from '../../settings/nearest.ts';
import type { Context } from '../context.ts';
import { givenBytes, textOf } from './given.ts';
import { givenMapping } from './given-mapping.ts';
import { readingWords } from './reading-words.ts';

type Options = { readonly mapping?: Mapping };

const readers: Readonly<Record<Endpoint, (body: unknown, options: Options) => Reading<unknown>>> = {
  websites: readWebsites,
  analytics: readAnalytics,
  citations: readCitations,
  competitors: readCompetitors,
  authority: readAuthority,
};

export const endpointNames = Object.keys(readers) as readonly Endpoint[];

/** A word of the command line as an endpoint; the nearest name is offered for any other. */
export function endpointNamed(word: string): Endpoint {
  const found = endpointNames.find((name) => name === word);
  if (found !== undefined) return found;
  const near = nearest(word, endpointNames);
  throw new Complaint(
    `There is no "${word}"${near === null ? '.' : `; did you mean "${near}"?`} There is ${endpointNames.join(', ')}.`,
    2,
  );
}

const nothing: ReadingTrace = {
  path: '',
  confidence: 0,
  fields: {},
  coerced: [],
  unmatched: [],
  notes: [],
};

function read(kind: Endpoint, bytes: Uint8Array, options: Options): Reading<unknown> {
  const text = textOf(bytes);
  if (text === null) return { ok: false, reason: 'The body is not text in UTF-8.', trace: nothing };
  const parsed = parseBody(text);
  return parsed.ok
    ? readers[kind](parsed.body, options)
    : { ok: false, reason: `This is ${parsed.what}.`, trace: nothing };
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
  const mapping = options.mapping === undefined ? null : await givenMapping(context, options.mapping);
  const reading = read(kind, await givenBytes(context, file), mapping === null ? {} : { mapping });
  if (options.json === true) {
    const { trace } = reading;
    const told = reading.ok
      ? { ok: true, kind, value: reading.value, trace }
      : { ok: false, kind, reason: reading.reason, trace };
    context.write(JSON.stringify(told));
  } else context.write(readingWords(kind, file, reading).join('\n'));
  return reading.ok ? 0 : 3;
}
