import { readFileSync } from 'node:fs';
import { Complaint } from '../../complaint.ts';
import { nameInMessage } from '../../file-name.ts';
import type { Context } from '../context.ts';

/** The bytes of a file, or of standard input where the name is `-`. */
export async function givenBytes(context: Context, file: string): Promise<Buffer> {
  if (file === '-') return context.input();
  try {
    return readFileSync(file);
  } catch (thrown) {
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

/** A file of JSON that a person wrote or a command kept. */
export async function givenJson(context: Context, file: string): Promise<unknown> {
  const text = textOf(await givenBytes(context, file));
  const name = file === '-' ? 'Standard input' : file;
  if (text === null) throw new Complaint(`${name} is not text in UTF-8. Save it as UTF-8.`, 2);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new Complaint(`${name} is not JSON: ${thrown.message.replace(/\s+/g, ' ')}. Correct it there.`, 2);
  }
}
