import { isSecureAddress, parseBaseUrl } from '@answershare/core';
import { headerSlot } from '../cache/header.ts';
import { withWorkspaceKey } from '../connection/connection.ts';
import { CellError } from '../ports/cell.ts';
import { setWithEviction } from './evict.ts';
import { clearSlot } from './platform.ts';
import { pack, removeStored, unpack } from './stored-answers.ts';

/** The address that the build was made for; empty where it was made without one. */
declare const BUILT_SERVICE_URL: string;

/** Set by the engineer who deploys the script, in its project settings. No function of the add-on writes it. */
const property = 'ANSWERSHARE_SERVICE_URL';

/**
 * The one address that keys are sent to: the build's, or where the build has none, the script property's. Script properties
 * belong to the script and not to the document (Google: guides/properties), so an editor of a sheet cannot change it.
 * @throws Refusal, ApiError
 */
export function readServiceAddress(): string {
  const address = BUILT_SERVICE_URL || PropertiesService.getScriptProperties().getProperty(property) || '';
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
 * The connection is a document property: every editor of the file can use it, no other file and no other script sees it
 * (Google: reference/properties/properties-service). No function returns the property or writes it outside the sidebar.
 */
const name = 'answershare.connection';

/**
 * A key for all files of a private installation. Set by the engineer who deploys the script, in its project settings; no
 * function of the add-on writes it. Not for a public listing.
 */
const workspaceName = 'ANSWERSHARE_WORKSPACE_KEY';

/** The file's own connection, else one by the workspace's key; null for neither. @throws Refusal */
export function readConnectionText(): string | null {
  const kept = PropertiesService.getDocumentProperties().getProperty(name);
  const stored = kept === null ? null : (unpack(kept) ?? '');
  if (stored !== null && stored.indexOf('"shared":true') < 0) return stored;
  const workspaceKey = PropertiesService.getScriptProperties().getProperty(workspaceName);
  return withWorkspaceKey(stored, workspaceKey, readServiceAddress);
}

/** A longer text is packed: a property holds 9 KB (Google: guides/services/quotas). */
const plainLength = 6_000;

/** Cells look at the connection anew. */
export function storeConnection(text: string): void {
  setWithEviction(PropertiesService.getDocumentProperties(), name, pack(text, plainLength) ?? text);
  clearSlot(headerSlot);
}

/** Forgets the connection and what was kept by it. */
export function forgetConnection(): void {
  PropertiesService.getDocumentProperties().deleteProperty(name);
  removeStored();
  clearSlot(headerSlot);
}
