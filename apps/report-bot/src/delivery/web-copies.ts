import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Digest } from '../digest/digest.ts';
import type { WebCopyAddress } from '../message/extras.ts';
import { toMailDesign } from '../renderers/mail/logo.ts';
import { renderWebCopy } from '../renderers/page/web-copy.ts';
import type { DigestAudience } from '../settings/settings.ts';
import { createLedgerKey, readLedgerKey } from '../store/mail-files.ts';
import type { Store } from '../store/store.ts';
import type { Database } from '../store/tables.ts';
import { isDiskFull, readError, UserError } from '../system/errors.ts';
import { writeServedFile } from '../system/files.ts';
import { signHmac } from '../system/hashes.ts';

/** A digest as a page in one language. */
export interface WebCopy {
  readonly file: string;
  /** Null where no server serves the folder. */
  readonly url: string | null;
  readonly html: string;
}

/** The pages of a digest. One of 500 websites has 10 MB, so that none stays in memory. */
export interface WebCopies {
  /** Null without pages. */
  render(locale: string): WebCopy | null;
  /** The address of the page, rendered once. */
  url: WebCopyAddress;
  /**
   * Writes the pages of these locales into the folder of the settings.
   * @throws UserError if one cannot be written
   */
  write(locales: Iterable<string>): void;
}

const noCopies: WebCopies = { render: () => null, url: () => null, write: () => undefined };

/** The key of a page that is only shown, without storing one. */
export const readShownKey = async (db: Database): Promise<string> => (await readLedgerKey(db)) ?? 'example';

/**
 * The pages of a digest; none if its schedule has none, or the digest no figures. A name ends with 128 bits of an HMAC of
 * the content by a key of the ledger, so that nobody can guess it, equal content has one name, and other content never
 * replaces a page.
 */
export async function openWebCopies(
  { db, redact }: Pick<Store, 'db' | 'redact'>,
  digest: Digest,
  { id, design, dashboard, webCopy }: DigestAudience,
  readKey = createLedgerKey,
): Promise<WebCopies> {
  if (webCopy === null || digest.heartbeat !== null) return noCopies;
  const key = await readKey(db);
  const look = toMailDesign(design, dashboard);
  const urls = new Map<string, string | null>();
  const render = (locale: string): WebCopy => {
    const html = redact(renderWebCopy(digest, locale, look));
    const token = signHmac(key, html).toString('hex').slice(0, 32);
    const file = `answershare-${id}-${digest.week}-${token}.html`;
    const url = webCopy.url?.replaceAll('{file}', file) ?? null;
    urls.set(locale, url);
    return { file, url, html };
  };
  return {
    render,
    url: (locale) => (urls.has(locale) ? (urls.get(locale) ?? null) : render(locale).url),
    write: (locales) => {
      for (const locale of new Set(locales)) writePage(id, webCopy.folder, render(locale));
    },
  };
}

function writePage(schedule: string, folder: string, { file, html }: WebCopy): void {
  try {
    writeServedFile(join(folder, file), html);
  } catch (thrown) {
    throw createFolderError(schedule, folder, explainFault(thrown));
  }
}

/** The error of a run that waits for its folder. */
export const createFolderError = (schedule: string, folder: string, fault: string): UserError =>
  new UserError(
    `Schedule "${schedule}": the web copy cannot be written to ${folder}: ${fault}. Nothing was sent and nothing is lost; the next run writes it.`,
  );

/** Why a folder takes no files, without writing one; null if it does. */
export function findFolderFault(folder: string): string | null {
  try {
    // The slash makes a file in place of the folder a fault.
    accessSync(`${folder}/`, constants.W_OK | constants.X_OK);
    return null;
  } catch (thrown) {
    return explainFault(thrown);
  }
}

function explainFault(thrown: unknown): string {
  if (isDiskFull(thrown)) return 'the disk is full; free some space';
  const { code, message } = readError(thrown);
  if (code === 'ENOENT') return 'there is no such folder; create it, or correct webCopy.folder';
  if (code === 'ENOTDIR') return 'it is not a folder; correct webCopy.folder';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `this user may not write there (${code}); change the rights of the folder`;
  return code ?? message;
}
