import { noteSlot } from '../warm/note.ts';
import { clearSlot } from './cache.ts';
import { forgetKept } from './kept-properties.ts';

/*
 * The connection is a document property: every editor of the file can use it, no other file and no other script sees it
 * (Google: reference/properties/properties-service). No function returns the property or writes it outside the sidebar.
 */
const name = 'answershare.connection';

export function storedConnection(): string | null {
  return PropertiesService.getDocumentProperties().getProperty(name);
}

/** Cells look at the connection anew. */
export function storeConnection(text: string): void {
  PropertiesService.getDocumentProperties().setProperty(name, text);
  clearSlot(noteSlot);
}

/** Forgets the connection and what was kept by it. */
export function forgetConnection(): void {
  PropertiesService.getDocumentProperties().deleteProperty(name);
  forgetKept();
  clearSlot(noteSlot);
}
