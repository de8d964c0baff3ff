import type { Cell } from './cells.ts';
import type { NumberReading } from './numbers.ts';
import { outside } from './pointer.ts';

/** Where a field's meaning comes from. */
export type Provenance =
  /** Stated by the specification. */
  | 'spec'
  /** Recognised by its name or shape, which the specification does not show. */
  | 'assumed'
  /** As `assumed`, and an earlier answer of the service held the same type in the same place. */
  | 'observed'
  /** A person's mapping names the place. */
  | 'user';

/** How a field of the result was found. */
export interface FieldTrace {
  /** JSON Pointer (RFC 6901) with `*` for each row. */
  readonly pointer: string;
  readonly provenance: Provenance;
}

/** How a body was read: where things were found, how sure that is, what was changed and what was left. */
export interface ReadingTrace {
  /** JSON Pointer to the rows or the object that was read. */
  readonly path: string;
  /** 0..1; below {@link leastConfidence} a reading is refused. */
  readonly confidence: number;
  readonly fields: Readonly<Record<string, FieldTrace>>;
  /** Values that were written in another type or unit, in words. */
  readonly coerced: readonly string[];
  /** JSON Pointers of fields beside those read, from which nothing was read. */
  readonly unmatched: readonly string[];
  readonly notes: readonly string[];
}

export const leastConfidence = 0.5;

/** A value with its trace, or the reason why the body could not be read. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly trace: ReadingTrace }
  | { readonly ok: false; readonly reason: string; readonly trace: ReadingTrace };

/** Thrown inside a reader alone, where it ends the reading with a reason. */
export class Refusal {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export function refuse(reason: string): never {
  throw new Refusal(reason);
}

/** Refuses to choose between two places of equal claim. `kind`: what stands there, in the plural. */
export function refuseTwo(kind: 'fields' | 'lists', what: string, first: string, second: string): never {
  return refuse(`two ${kind} could be ${what}, ${first} and ${second}: give a mapping`);
}

/** True where a pointer leads to a place or into it; a `*` leads into every entry. */
const leadsInto = (pointer: readonly string[], place: readonly string[]): boolean =>
  place.every((step, index) => step === pointer[index] || pointer[index] === '*');

/** Collects a trace while a reader works. */
export class Tracer {
  fields: Record<string, FieldTrace> = {};
  private readonly coerced = new Set<string>();
  private seen = new Set<string>();
  private readonly used = new Set<string>();
  /** The objects and lists around what was read. */
  private readonly around = new Set<string>();
  private readonly notes = new Set<string>();
  path = '';
  confidence = 1;

  /** The place where a field was found first: a pointer, or what has one. */
  found(field: string, at: string | { readonly pointer: string } | null | undefined): void {
    if (at == null) return;
    const pointer = typeof at === 'string' ? at : at.pointer;
    this.use(pointer);
    this.fields[field] = this.fields[field] ?? { pointer, provenance: 'assumed' };
  }

  changed(words: string): void {
    this.coerced.add(words);
  }

  /** A place that was read, though it may be no field of the result. */
  use(pointer: string): void {
    this.used.add(pointer);
    for (let at = outside(pointer); !this.around.has(at); at = outside(at)) this.around.add(at);
  }

  /** Cells that were there: those that nothing is read from are unmatched. */
  saw(cells: readonly Cell[]): void {
    for (const { pointer } of cells) this.seen.add(pointer);
  }

  /** Tells how a field wrote a number, where it did so in another way. */
  written(name: string, { coerced, vague }: NumberReading): void {
    if (coerced) this.changed(`${name}: text or object read as a number`);
    if (vague !== null) this.note(`${name}: ${vague} and no number, so it is unknown`);
  }

  note(words: string): void {
    this.notes.add(words);
  }

  /** Lowers the confidence by a factor and says why. */
  doubt(factor: number, why: string): void {
    this.confidence = Math.round(this.confidence * factor * 100) / 100;
    this.note(why);
  }

  /** Puts a mapping's pointers in the place of those into the body that was drawn by it, which nobody else has seen. */
  drawnBy(pointers: Readonly<Record<string, string>>, rows: string): void {
    const read = this.fields;
    this.path = rows;
    this.seen = new Set();
    this.fields = {};
    for (const [name, pointer] of Object.entries(pointers)) {
      if (read[name]) this.fields[name] = { pointer, provenance: 'user' };
    }
  }

  /** Marks the fields whose pointers `isObserved` knows. */
  markObserved(isObserved: (pointer: string) => boolean): void {
    for (const [name, { pointer }] of Object.entries(this.fields)) {
      if (isObserved(pointer)) this.fields[name] = { pointer, provenance: 'observed' };
    }
  }

  /** True for a place from which a field was read. */
  isRead(pointer: string): boolean {
    return this.used.has(pointer);
  }

  /** True for an object in which something was read. */
  isWithin(pointer: string): boolean {
    return this.around.has(pointer);
  }

  trace(): ReadingTrace {
    const { path, confidence, fields, coerced, notes } = this;
    const read = [...this.used].map((pointer) => pointer.split('/'));
    const isLeft = (steps: readonly string[]): boolean => !read.some((one) => leadsInto(one, steps));
    const unmatched = [...this.seen].filter((pointer) => isLeft(pointer.split('/')));
    return { path, confidence, fields, coerced: [...coerced], unmatched, notes: [...notes] };
  }

  /** @throws Refusal where too little speaks for the reading. */
  accept<T>(value: T): Reading<T> {
    if (this.confidence < leastConfidence)
      refuse(`too little tells what it holds: ${[...this.notes].join('; ')}`);
    return { ok: true, value, trace: this.trace() };
  }
}
