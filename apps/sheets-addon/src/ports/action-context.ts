import type { DialectProfile, HeaderSample, LimitsRecipe, RateState, RecipeBook } from '@answershare/core';
import type { GetText } from '../texts/texts.ts';
import type { FileFacts } from './file-facts.ts';
import type { FunctionContext } from './function-context.ts';
import type { PropertyStore } from './property-store.ts';
import type { CellFault, CellQuery, QueryAnswer } from './query.ts';
import type { TriggerScheduler } from './trigger-scheduler.ts';
import type { Workbook } from './workbook.ts';

/** Dates as the cells of the file hold them. */
export type Calendar = Pick<FunctionContext, 'dateCell' | 'dateOfCell' | 'today'>;

/** The service, as an action uses it. */
export interface ServiceSession {
  query(queries: readonly CellQuery[]): readonly QueryAnswer[];
  /** What functions of the catalogue need to answer. */
  readonly context: FunctionContext;
  /** What is known of the service's dialect so far. */
  profile(): DialectProfile;
  /** Headers of answers that came, without those of a cache. */
  headers(): readonly HeaderSample[];
}

export interface ServiceTerms {
  /** How long the use may take, milliseconds. */
  readonly ms: number;
  /** Answers from before this are asked for again, milliseconds since the epoch. Default: what the file has. */
  readonly freshFrom?: number;
  /** True where nothing may be sent. Default: as the file is. */
  readonly paused?: boolean;
  /** Read by these in place of the file's recipes. */
  readonly recipes?: RecipeBook;
}

export interface ConnectionState {
  readonly paused: boolean;
  /** When the last refresh that was whole began, milliseconds since the epoch; 0 for none. */
  readonly freshFrom: number;
  /** Stands for the key at its address. */
  readonly identity: string;
}

/** The surroundings of an action: the file, the service, what is kept, the clock and the user's language. */
export interface ActionContext {
  readonly workbook: Workbook;
  readonly properties: PropertyStore;
  readonly triggers: TriggerScheduler;
  readonly text: GetText;
  readonly locale: string;
  /** When this execution began, milliseconds since the epoch. */
  readonly startedAt: number;
  now(): number;
  sleep(ms: number): void;
  /** `2026-11-21 14:05` in the file's zone. */
  formatInstant(instant: number): string;
  readonly calendar: Calendar;
  /** Opens the service for one use. @throws Refusal where nothing is connected */
  withService<T>(terms: ServiceTerms, use: (session: ServiceSession) => T): T;
  /** What the last answers told of the key's limits; null where nothing is connected. */
  meter(): QuotaMeter | null;
  /** What the file knows of its service. */
  readonly file: FileFacts;
  /** Runs while nobody else in this file does what is under the lock. @throws Refusal where it could not be had in time */
  withLock<T>(act: () => T): T;
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

/** A fault that cells met. */
export interface KeyTrouble extends CellFault {
  /** When it was last met, milliseconds since the epoch. */
  readonly at: number;
  /** Until when it stands, as far as it tells. */
  readonly until: number;
}

/** What a file knows of its key's use, from the answers that it got itself. */
export interface QuotaMeter {
  /** Requests since the day began: a lower bound, as parallel executions may count over each other and others use the key. */
  readonly spent: number;
  /** When the day ends at which `spent` is counted anew: what the service told, else midnight UTC. */
  readonly dayEnds: number;
  /** What the last answers told of the limits. */
  readonly rate: RateState;
  /** When the minute and the day of `rate` were told; 0 for never. */
  readonly at: number;
  readonly dayAt: number;
  /** When the last good answer came; 0 for never. */
  readonly answeredAt: number;
  /** The last ones, newest first, each once. */
  readonly troubles: readonly KeyTrouble[];
}
