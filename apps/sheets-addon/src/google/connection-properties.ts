import { isSecureAddress, parseBaseUrl } from '@answershare/core';
import { headerSlot } from '../cache/header.ts';
import { type Connection, readConnection, withWorkspaceKey } from '../connection/connection.ts';
import { CellError } from '../ports/cell.ts';
import { setWithEviction } from './evict.ts';
import { fileProperties, scriptProperties } from './file.ts';
import { clearSlot } from './platform.ts';
import { pack, removeStored, unpack } from './stored-answers.ts';

/** The build's service address; empty if it has none. */
declare const BUILT_SERVICE_URL: string;

/** Set by the deploying engineer in the script's project settings. No function of the add-on writes it. */
const property = 'ANSWERSHARE_SERVICE_URL';

/**
 * The only address that keys are sent to: the build's, else the script property's. Script properties belong to the
 * script, not the document (Google: guides/properties): an editor of a sheet cannot change it.
 * @throws CellError, ApiError
 */
export function readServiceAddress(): string {
  const address = BUILT_SERVICE_URL || scriptProperties().getProperty(property) || '';
  if (address === '') {
    throw new CellError(
      'no_service',
      'This add-on was built without a service address. Tell its administrator.',
    );
  }
  if (!isSecureAddress(address)) {
    throw new CellError(
      'no_service',
      "This add-on's service address is not https, so no key is sent there. Tell its administrator.",
    );
  }
  return parseBaseUrl(address);
}

/*
 * The connection is a document property: every editor of the file can use it. No other file or script sees it (Google:
 * reference/properties/properties-service). No function returns it or writes it outside the sidebar.
 */
const name = 'answershare.connection';

/**
 * A key for all files of a private installation, set by the deploying engineer in the script's project settings. No
 * function of the add-on writes it. Not for a public listing.
 */
const workspaceName = 'ANSWERSHARE_WORKSPACE_KEY';

/** The file's own connection, else one with the workspace's key; null for neither. @throws CellError */
export function readConnectionText(): string | null {
  const packed = fileProperties().getProperty(name);
  const stored = packed === null ? null : (unpack(packed) ?? '');
  if (stored !== null && !stored.includes('"shared":true')) return stored;
  const workspaceKey = scriptProperties().getProperty(workspaceName);
  return withWorkspaceKey(stored, workspaceKey, readServiceAddress);
}

/** The file's connection; null without one. @throws CellError if its address is not the service's */
export function readOwnConnection(): Connection | null {
  return readConnection(readConnectionText(), readServiceAddress);
}

/** Longer texts are packed: a property holds 9 KB (Google: guides/services/quotas). */
const plainLength = 6_000;

/** Makes cells read the connection again. */
export function storeConnection(text: string): void {
  setWithEviction(fileProperties(), name, pack(text, plainLength) ?? text);
  clearSlot(headerSlot);
}

/** Removes the connection and its stored answers. */
export function forgetConnection(): void {
  fileProperties().deleteProperty(name);
  removeStored();
  clearSlot(headerSlot);
}
