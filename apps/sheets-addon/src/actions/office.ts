import type { DialectProfile, HeaderSample, LimitsRecipe, RecipeBook } from '@answershare/core';
import type { Answer, Ask } from '../asks/ask.ts';
import type { Desk } from '../desk.ts';
import type { FileFacts } from '../service/file-facts.ts';
import type { Meter } from '../service/meter.ts';
import type { Say } from '../words/words.ts';
import type { Workbook } from './workbook.ts';

/** Dates as the cells of the file hold them. */
export type Calendar = Pick<Desk, 'dateCell' | 'dateOfCell' | 'today'>;

/** The service, as an action uses it. */
export interface Reception {
  answer(asks: readonly Ask[]): readonly Answer[];
  /** What functions of the catalogue need to answer. */
  readonly desk: Desk;
  /** What is known of the service's dialect so far. */
  profile(): DialectProfile;
  /** Headers of answers that came, without those of a cache. */
  headers(): readonly HeaderSample[];
}

export interface ReceptionTerms {
  /** How long the use may take, milliseconds. */
  readonly ms: number;
  /** Answers from before this are asked for again, milliseconds since the epoch. Default: what the file has. */
  readonly freshFrom?: number;
  /** True where nothing may be sent. Default: as the file is. */
  readonly paused?: boolean;
  /** Read by these in place of the file's recipes. */
  readonly recipes?: RecipeBook;
}

/** Texts that the file keeps, one a name. */
export interface Drawer {
  names(): readonly string[];
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
  /** Clears away what answers that had to give way have left. */
  sweep(): void;
}

/** Time-driven triggers of this user in this file. */
export interface Alarm {
  /** False where the build or the user's consent has no triggers. */
  readonly there: boolean;
  /** Asks for consent to triggers where it is missing. */
  allow(): void;
  /** The first of these triggers that is this user's; null where none is. */
  standing(ids: readonly string[]): string | null;
  /** Sets a trigger of the dispatcher that fires each hour; its id. */
  set(): string;
  /** Removes those of these triggers that are this user's. */
  clear(ids: readonly string[]): void;
}

export interface ConnectionState {
  readonly paused: boolean;
  /** When the last refresh that was whole began, milliseconds since the epoch; 0 for none. */
  readonly freshFrom: number;
  /** Stands for the key at its address. */
  readonly identity: string;
}

/** The surroundings of an action: the file, the service, what is kept, the clock and the user's language. */
export interface Office {
  readonly workbook: Workbook;
  readonly drawer: Drawer;
  readonly alarm: Alarm;
  readonly say: Say;
  readonly locale: string;
  /** When this execution began, milliseconds since the epoch. */
  readonly startedAt: number;
  now(): number;
  sleep(ms: number): void;
  /** `2026-11-21 14:05` in the file's zone. */
  shown(instant: number): string;
  readonly calendar: Calendar;
  /** Opens the service for one use. @throws Refusal where nothing is connected */
  receive<T>(terms: ReceptionTerms, use: (reception: Reception) => T): T;
  /** What the last answers told of the key's limits; null where nothing is connected. */
  meter(): Meter | null;
  /** What the file knows of its service. */
  readonly file: FileFacts;
  /** Runs while nobody else in this file does what is under the lock. @throws Refusal where it could not be had in time */
  alone<T>(act: () => T): T;
  readonly connection: {
    /** Null where nothing is connected. */
    status(): ConnectionState | null;
    pause(paused: boolean): void;
    /** All recipes in use. */
    recipes(): RecipeBook;
    /** Keeps what an inspection found out. */
    learnt(
      part: { profile: DialectProfile; websites: number } | { recipes: RecipeBook; limits?: LimitsRecipe },
    ): void;
    /** Notes that a refresh ended now; answers from before `freshFrom` no longer count as fresh, where that is given. */
    refreshed(freshFrom: number | null): void;
  };
}
