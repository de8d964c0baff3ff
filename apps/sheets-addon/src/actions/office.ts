import type { CalendarDate, RateState } from '@answershare/core';
import type { Answer, Ask } from '../asks/ask.ts';
import type { Desk } from '../desk.ts';
import type { Say } from '../words/words.ts';
import type { Workbook } from './workbook.ts';

/** What the last answers told of the key's limits. */
export interface Meter {
  readonly rate: RateState;
  /** When they told it, milliseconds since the epoch. */
  readonly at: number;
}

/** The service, as an action uses it. */
export interface Reception {
  answer(asks: readonly Ask[]): readonly Answer[];
  /** What functions of the catalogue need to answer. */
  readonly desk: Desk;
}

/** Texts that the file keeps, one a name. */
export interface Drawer {
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
}

/** Time-driven triggers of this user in this file. */
export interface Alarm {
  /** False where the build or the user's consent has no triggers. */
  readonly there: boolean;
  /** Sets one trigger of the dispatcher; its id. Asks for consent where it is missing. */
  set(hours: number, hour: number, zone: string): string;
  /** Removes all of ours. */
  clear(): void;
}

/** The surroundings of an action: the file, the service, what is kept, the clock and the user's language. */
export interface Office {
  readonly workbook: Workbook;
  readonly drawer: Drawer;
  readonly alarm: Alarm;
  readonly say: Say;
  readonly locale: string;
  now(): number;
  sleep(ms: number): void;
  /** `2026-11-21 14:05` in the file's zone. */
  shown(instant: number): string;
  dateOf(instant: number): CalendarDate;
  dateCell(date: CalendarDate): Date;
  /**
   * Opens the service for one use.
   * @param ms how long the use may take
   * @param freshFrom answers from before this are asked for again, milliseconds since the epoch; default: what the file has
   * @throws Refusal where nothing is connected
   */
  receive<T>(ms: number, use: (reception: Reception) => T, freshFrom?: number): T;
  meter(): Meter | null;
  /** Runs while nobody else in this file does what is under the lock. @throws Refusal where it could not be had in time */
  alone<T>(act: () => T): T;
  readonly connection: {
    paused(): boolean;
    freshFrom(): number;
    pause(paused: boolean): void;
    refresh(freshFrom: number): void;
  };
}
