import type { CollaborationMessage, TransportService } from '@odoo/o-spreadsheet';

/** A message that changes the workbook. The others show where a client is, and are dropped. */
export type RevisionMessage = Extract<
  CollaborationMessage,
  { type: 'REMOTE_REVISION' | 'REVISION_UNDONE' | 'REVISION_REDONE' }
>;

const revisionTypes: readonly string[] = ['REMOTE_REVISION', 'REVISION_UNDONE', 'REVISION_REDONE'];

/**
 * Orders the revisions of all grids that show one workbook. A revision counts if it follows the latest one. Otherwise
 * its sender adapts it and sends it again (o-spreadsheet, collaborative edition).
 */
export class RevisionLog implements TransportService<CollaborationMessage> {
  readonly #messages: RevisionMessage[] = [];
  readonly #listeners = new Map<string, (message: CollaborationMessage) => void>();
  #latest: string;

  /** `first` is the revision of the workbook's data. */
  constructor(first: string) {
    this.#latest = first;
  }

  async sendMessage(message: CollaborationMessage): Promise<void> {
    if (!revisionTypes.includes(message.type)) return;
    const revision = message as RevisionMessage;
    if (revision.serverRevisionId !== this.#latest) return;
    this.#latest = revision.nextRevisionId;
    this.#messages.push(revision);
    for (const listener of this.#listeners.values()) listener(revision);
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
}
