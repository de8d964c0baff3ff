import { resolve } from 'node:path';
import { isSecureAddress } from '@answershare/core';
import { z } from 'zod';

/** Files that go with a mail. */
const attachmentKinds = ['csv'] as const;

export const attachSchema = z
  .array(z.enum(attachmentKinds))
  .max(1)
  .describe('Files that go with each mail: csv has its figures.');

/** Where a run writes its digest as a page. */
export const webCopySchema = z
  .strictObject({
    folder: z.string().min(1).describe('Existing folder, next to the settings file if relative.'),
    url: z
      .string()
      .regex(/^https?:\/\/[\x21-\x7e]+$/, 'is not an http or https address')
      .includes('{file}', { error: 'has no {file}, the place of the file name' })
      .refine(isSecureAddress, 'goes over http to another machine, where others can read it; write https')
      .exactOptional()
      .describe('Address of a file of this folder, with {file} for its name; mails link to it.'),
  })
  .describe('Writes each digest as a page with all websites in full.');

export interface WebCopySettings {
  /** Absolute. */
  readonly folder: string;
  /** With `{file}` in it; null where no server serves the folder. */
  readonly url: string | null;
}

/** The settings with an absolute folder. */
export function toWebCopySettings(
  base: string,
  parsed: z.infer<typeof webCopySchema> | undefined,
): WebCopySettings | null {
  return parsed === undefined ? null : { folder: resolve(base, parsed.folder), url: parsed.url ?? null };
}
