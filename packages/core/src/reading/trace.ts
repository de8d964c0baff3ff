import type { Cell } from './cells.ts';
import type { NumberReading } from './numbers.ts';

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

/** Collects a trace while a reader works. */
export class Tracer {
  fields: Record<string, FieldTrace> = {};
  private readonly coerced: string[] = [];
  private unmatched: string[] = [];
  private readonly notes: string[] = [];
  path = '';
  confidence = 1;

  /** The place where a field was found first: a pointer, or what has one. */
  found(field: string, at: string | { readonly pointer: string } | null | undefined): void {
    if (at == null || this.fields[field] !== undefined) return;
    this.fields[field] = { pointer: typeof at === 'string' ? at : at.pointer, provenance: 'assumed' };
  }

  changed(words: string): void {
    if (this.coerced.indexOf(words) < 0) this.coerced.push(words);
  }

  /** Of `cells`, those that were not used are left. */
  left(cells: readonly Cell[], used: readonly (Cell | null | undefined)[]): void {
    for (const { pointer } of cells) {
      if (this.unmatched.indexOf(pointer) >= 0) continue;
      const within = (other: Cell | null | undefined): boolean =>
        other != null && (other.pointer === pointer || other.pointer.indexOf(`${pointer}/`) === 0);
      if (!used.some(within)) this.unmatched.push(pointer);
    }
  }

  /** Tells how a field wrote a number, where it did so in another way. */
  written(name: string, { coerced, vague }: NumberReading): void {
    if (coerced) this.changed(`${name}: text or object read as a number`);
    if (vague !== null) this.note(`${name}: ${vague} and no number, so it is unknown`);
  }

  note(words: string): void {
    if (this.notes.indexOf(words) < 0) this.notes.push(words);
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
    this.unmatched = [];
    this.fields = {};
    for (const name of Object.keys(pointers)) {
      if (read[name]) this.fields[name] = { pointer: pointers[name] ?? '', provenance: 'user' };
    }
  }

  trace(): ReadingTrace {
    const { path, confidence, fields, coerced, notes } = this;
    const read = Object.keys(fields)
      .map((name) => fields[name]?.pointer ?? '')
      .concat(path);
    const unmatched = this.unmatched.filter(
      (at) => !read.some((pointer) => pointer === at || pointer.indexOf(`${at}/`) === 0),
    );
    return { path, confidence, fields, coerced, unmatched, notes };
  }

  /** @throws Refusal where too little speaks for the reading. */
  accept<T>(value: T): Reading<T> {
    if (this.confidence < leastConfidence) refuse(`too little tells what it holds: ${this.notes.join('; ')}`);
    return { ok: true, value, trace: this.trace() };
  }
}
