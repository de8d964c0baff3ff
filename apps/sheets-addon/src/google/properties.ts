import { withWorkspaceKey } from '../connection/workspace-key.ts';
import { noteSlot } from '../warm/note.ts';
import { clearSlot } from './cache.ts';
import { forgetKept } from './kept-properties.ts';
import { pack, unpack } from './packed-text.ts';
import { serviceAddress } from './service-address.ts';
import { setWithRoom } from './store-room.ts';

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
export function storedConnection(): string | null {
  const kept = PropertiesService.getDocumentProperties().getProperty(name);
  const stored = kept === null ? null : (unpack(kept) ?? '');
  if (stored !== null && stored.indexOf('"shared":true') < 0) return stored;
  const workspaceKey = PropertiesService.getScriptProperties().getProperty(workspaceName);
  return withWorkspaceKey(stored, workspaceKey, serviceAddress);
}

/** A longer text is packed: a property holds 9 KB (Google: guides/services/quotas). */
const plainLength = 6_000;

/** Cells look at the connection anew. */
export function storeConnection(text: string): void {
  setWithRoom(PropertiesService.getDocumentProperties(), name, pack(text, plainLength) ?? text);
  clearSlot(noteSlot);
}

/** Forgets the connection and what was kept by it. */
export function forgetConnection(): void {
  PropertiesService.getDocumentProperties().deleteProperty(name);
  forgetKept();
  clearSlot(noteSlot);
}
