import type { FileState } from '../actions/state.ts';
import type { Talk } from './talk.ts';

/** What the views share. */
export interface Room {
  readonly talk: Talk;
  /** Asks how the file stands and has every view show it. */
  look(): Promise<void>;
}

/** One view of the sidebar. */
export interface View {
  readonly panel: HTMLElement;
  /** Shows how the file stands. */
  show(state: FileState): void;
  /** Called each time that a person opens it. */
  opened(): void;
}
