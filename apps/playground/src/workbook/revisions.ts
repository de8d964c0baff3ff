import { randomUUID } from 'node:crypto';
import type { CollaborationMessage, TransportService } from '@odoo/o-spreadsheet';

/** A message that changes the workbook. The others show where a client is, and are dropped. */
export type RevisionMessage = Extract<
  CollaborationMessage,
  { type: 'REMOTE_REVISION' | 'REVISION_UNDONE' | 'REVISION_REDONE' | 'SNAPSHOT_CREATED' }
>;

const revisionTypes: readonly string[] = ['REMOTE_REVISION', 'REVISION_UNDONE', 'REVISION_REDONE'];

/**
 * Orders the revisions of all grids that show one workbook. A revision counts if it follows the latest one. Otherwise
 * its sender adapts it and sends it again (o-spreadsheet, collaborative edition).
 */
export class RevisionLog implements TransportService<CollaborationMessage> {
  readonly #listeners = new Map<string, (message: CollaborationMessage) => void>();
  #messages: RevisionMessage[] = [];
  #latest: string;

  /** `first` is the revision of the workbook's data. */
  constructor(first: string) {
    this.#latest = first;
  }

  async sendMessage(message: CollaborationMessage): Promise<void> {
    if (!revisionTypes.includes(message.type)) return;
    const revision = message as RevisionMessage;
    if (revision.serverRevisionId === this.#latest) this.#append(revision);
  }

  onNewMessage(id: string, listener: (message: CollaborationMessage) => void): void {
    this.#listeners.set(id, listener);
  }

  leave(id: string): void {
    this.#listeners.delete(id);
  }

  /** All revisions since the workbook's data, oldest first. */
  messages(): readonly RevisionMessage[] {
    return this.#messages;
  }

  /** Grids that follow the log. */
  get followers(): number {
    return this.#listeners.size;
  }

  /** Begins a new log at the present workbook. Ends the undo history of every grid. */
  startAgain(): void {
    this.#append({
      type: 'SNAPSHOT_CREATED',
      version: 1,
      serverRevisionId: this.#latest,
      nextRevisionId: randomUUID(),
    });
    this.#messages = [];
  }

  #append(revision: RevisionMessage): void {
    this.#latest = revision.nextRevisionId;
    this.#messages.push(revision);
    for (const listener of this.#listeners.values()) listener(revision);
  }
}
