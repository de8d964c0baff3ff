import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { bodyLimits, parseBody } from '@answershare/core';
import { Complaint } from '../../complaint.ts';
import { nameInMessage } from '../../file-name.ts';
import type { Context } from '../context.ts';

/** Room for a list of answers that `call --json` kept; a body itself may have 2 MB. */
const mostMb = 20;

/** The bytes of a file, or of standard input where the name is `-`; reading ends with the command. */
export async function givenBytes(context: Context, file: string): Promise<Buffer> {
  const source = file === '-' ? context.input() : createReadStream(file);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of addAbortSignal(context.ended, source) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > mostMb * 1_000_000)
        throw new Complaint(`${nameOf(file)} has more than ${mostMb} MB. Give less at once.`, 2);
    }
    return Buffer.concat(chunks);
  } catch (thrown) {
    if (thrown instanceof Complaint) throw thrown;
    if (context.ended.aborted) throw new Complaint('Stopped while reading what was given.');
    const { code } = thrown as NodeJS.ErrnoException;
    const why = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'it may not be read' };
    throw new Complaint(
      `The file${nameInMessage(file)} cannot be read: ${why[code as keyof typeof why] ?? code}. Name a file, or - for standard input.`,
      2,
    );
  }
}

/** Text in UTF-8, or in UTF-16 where a byte order mark says so (Windows PowerShell writes that); null for other bytes. */
export function textOf(bytes: Uint8Array): string | null {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (thrown) {
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}

/** An answer in a list, and its body in the answer, are levels too. */
const limits = { ...bodyLimits, bytes: mostMb * 1_000_000, depth: bodyLimits.depth + 3 };

/** A file of JSON that a person wrote or a command kept. */
export async function givenJson(context: Context, file: string): Promise<unknown> {
  const text = textOf(await givenBytes(context, file));
  const name = nameOf(file);
  if (text === null) throw new Complaint(`${name} is not text in UTF-8. Save it as UTF-8.`, 2);
  const parsed = parseBody(text, limits);
  if (parsed.ok) return parsed.body;
  if (parsed.limit !== undefined) throw new Complaint(`${name} holds ${parsed.what}. Give less at once.`, 2);
  throw new Complaint(`${name} is not JSON: ${syntaxFault(text)}. Correct it there.`, 2);
}

const nameOf = (file: string): string => (file === '-' ? 'Standard input' : file);

function syntaxFault(text: string): string {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return 'it is empty';
  } catch (thrown) {
    return (thrown as Error).message.replace(/\s+/g, ' ');
  }
}
