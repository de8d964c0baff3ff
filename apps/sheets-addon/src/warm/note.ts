/** What holds for all answers of a file that are kept, so that a cell need not read its connection. */
export interface Note {
  /** The connecting that the answers belong to. */
  readonly epoch: string;
  /** Answers from before this are not shown; milliseconds since the epoch. */
  readonly freshFrom: number;
  /** While paused, what is kept is shown whatever its age. */
  readonly paused: boolean;
  /** When the connection has to be read again. */
  readonly until: number;
}

/** The note's place in the cache. Connecting, disconnecting, pausing and refreshing clear it. */
export const noteSlot = 'note';

/** How long a note may be believed: an execution that was slow could write one that is no longer true. */
export const noteSeconds = 600;

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** The note where it still holds; null for none. */
export function readNote(text: string | undefined, now: number): Note | null {
  if (text === undefined) return null;
  const note = JSON.parse(text) as Note;
  return note.until > now ? note : null;
}
