import { addAbortSignal } from 'node:stream';
import { bodyLimits, type Endpoint, endpointNames, parseBody, type RecordedAnswer } from '@answershare/core';
import { z } from 'zod';
import { describeIssue, getAtPath } from '../../settings/issues.ts';
import { UsageError, UserError } from '../../system/errors.ts';
import { formatFileName, readRegularFile } from '../../system/files.ts';
import type { Context } from './context.ts';

/** Room for a list of recorded answers; a single body may have 2 MB. */
const maxInputBytes = 20 * 1024 * 1024;

/** Reads a file, or standard input for `-`. Stops with the command. */
async function readInputBytes(context: Context, file: string): Promise<Buffer> {
  if (file === '-') return readStream(context);
  const read = readRegularFile(file, maxInputBytes);
  if ('bytes' in read) return read.bytes;
  throw new UsageError(
    `The file${formatFileName(file)} cannot be read: it ${read.why}. Name another, or - for standard input.`,
  );
}

async function readStream(context: Context): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of addAbortSignal(context.ended, context.input()) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxInputBytes)
        throw new UsageError(
          `Standard input has more than ${maxInputBytes / 1024 / 1024} MB. Give a smaller input.`,
        );
    }
    return Buffer.concat(chunks);
  } catch (thrown) {
    if (!context.ended.aborted) throw thrown;
    throw new UserError('Stopped while reading the input.');
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark (Windows PowerShell writes it). Null for other bytes. */
function decodeText(bytes: Uint8Array): string | null {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (thrown) {
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}

/** A recorded answer in a list adds levels of nesting. */
const inputLimits = { ...bodyLimits, bytes: maxInputBytes, depth: bodyLimits.depth + 3 };

export async function readInputJson(context: Context, file: string): Promise<unknown> {
  const text = decodeText(await readInputBytes(context, file));
  const name = formatInputName(file);
  if (text === null) throw new UsageError(`${name} is not text in UTF-8. Save it as UTF-8.`);
  const parsed = parseBody(text, inputLimits);
  if (parsed.ok) return parsed.body;
  if (parsed.limit !== undefined) throw new UsageError(`${name} holds ${parsed.what}. Give a smaller input.`);
  throw new UsageError(`${name} is not JSON: ${describeSyntaxError(text)}. Correct it there.`);
}

const formatInputName = (file: string): string => (file === '-' ? 'Standard input' : file);

function describeSyntaxError(text: string): string {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return 'it is empty';
  } catch (thrown) {
    return (thrown as Error).message.replace(/\s+/g, ' ');
  }
}

/** Formats validation issues, one line each, with the path of the field. */
export function formatSchemaIssues(error: z.ZodError, value: unknown): string {
  return error.issues
    .flatMap((issue) => {
      const place = issue.path.length === 0 ? 'the whole' : issue.path.join('.');
      if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => `  ${place}: ${message}`);
      const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
      return [
        `  ${place}: ${findOwnMessage(issue) ?? describeIssue(issue, getAtPath(value, path), 'an object')}`,
      ];
    })
    .join('\n');
}

/** The schema's own message; null for one of the validator's. */
function findOwnMessage({ message }: z.core.$ZodIssue): string | null {
  return /^(Invalid|Too|Unrecognized)\b/.test(message) ? null : message;
}

const minRecordedMs = Date.UTC(2000, 0, 1);
const maxRecordedMs = Date.UTC(2100, 0, 1);
const isRecordedInstant = (at: number): boolean => at >= minRecordedMs && at < maxRecordedMs;

const recordingSchema = z.object({
  endpoint: z.enum(endpointNames, `is not one of ${endpointNames.join(', ')}`),
  status: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().refine((body) => body !== undefined, 'is missing'),
  url: z.string().optional(),
  at: z.number().refine(isRecordedInstant, 'is not a time in milliseconds since 1970').optional(),
});

/** Parses an answer recorded by `call --json`; null for any other value. */
function parseRecordedAnswer(value: unknown): RecordedAnswer | null {
  const checked = recordingSchema.required({ url: true }).safeParse(value);
  return checked.success ? toAnswer(checked.data) : null;
}

/** Reads recorded answers, one or a list per file. Throws one error that lists all faults. */
export async function readRecordings(
  context: Context,
  files: readonly string[],
): Promise<readonly RecordedAnswer[]> {
  const found: RecordedAnswer[] = [];
  const faults: string[] = [];
  for (const file of files) {
    const input = await readInputJson(context, file);
    for (const one of Array.isArray(input) ? input : [input]) {
      const checked = recordingSchema.safeParse(one);
      if (checked.success) found.push(toAnswer(checked.data));
      else faults.push(`${file} is not a recorded answer:\n${formatSchemaIssues(checked.error, one)}`);
    }
  }
  if (faults.length > 0)
    throw new UsageError(
      `${faults.join('\n')}\nRecord an answer with "answershare call authority --website ID --json > authority.json".`,
    );
  if (found.length === 0)
    throw new UsageError(
      `No recorded answer in ${files.join(', ')}. Record one with "answershare call authority --website ID --json > authority.json".`,
    );
  return found;
}

/** Serialises a body that was recorded as JSON instead of text: only its structure matters. */
function toAnswer({ headers, body, url, at, ...rest }: z.output<typeof recordingSchema>): RecordedAnswer {
  return {
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(url === undefined ? {} : { url }),
    ...(at === undefined ? {} : { at }),
  };
}

/** A body of one endpoint from a file or standard input. */
export interface InputBody {
  /** For messages. */
  readonly name: string;
  /** The parsed body, or a sentence about why it is unreadable. */
  readonly body: { readonly parsed: unknown } | { readonly why: string };
}

/** Reads bodies or recorded answers from files; `-` is standard input. */
export async function readInputBodies(
  context: Context,
  kind: Endpoint,
  files: readonly string[],
): Promise<readonly InputBody[]> {
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('Standard input can be read once. Name files for the other bodies.');
  const bodies: InputBody[] = [];
  for (const file of files) bodies.push(parseInputBody(kind, file, await readInputBytes(context, file)));
  return bodies;
}

function parseInputBody(kind: Endpoint, file: string, bytes: Uint8Array): InputBody {
  const source = file === '-' ? 'standard input' : file;
  const text = decodeText(bytes);
  if (text === null) return { name: source, body: { why: 'The body is not text in UTF-8.' } };
  const parsed = parseBody(text);
  if (!parsed.ok) return { name: source, body: { why: `This is ${parsed.what}.` } };
  const kept = parseRecordedAnswer(parsed.body);
  if (kept === null) return { name: source, body: { parsed: parsed.body } };
  if (kept.endpoint !== kind)
    throw new UsageError(
      `${source} is an answer of ${kept.endpoint} recorded by "call --json", not one of ${kind}. Read it with "answershare read ${kept.endpoint} FILE".`,
    );
  const name = `${source} (status ${kept.status}, recorded by "call --json")`;
  const inside = parseBody(kept.body);
  return {
    name,
    body: inside.ok ? { parsed: inside.body } : { why: `The recorded body is ${inside.what}.` },
  };
}

/** The parsed bodies. Throws if one is unreadable. */
export function requireBodies(bodies: readonly InputBody[]): readonly unknown[] {
  return bodies.map(({ name, body }) => {
    if ('parsed' in body) return body.parsed;
    throw new UsageError(`${name} is not a body. ${body.why}`);
  });
}
