/** How a field of the result was found. */
export interface FieldTrace {
  /** JSON Pointer (RFC 6901) with `*` for each row. */
  readonly pointer: string;
  /** `spec`: stated by the specification; `assumed`: recognised by its name or shape, which the specification does not show. */
  readonly provenance: 'spec' | 'assumed';
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
  /** Field names of the rows that nothing was read from. */
  readonly unmatched: readonly string[];
  readonly notes: readonly string[];
}

export const leastConfidence = 0.5;

/** A value with its trace, or the reason why the body could not be read. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly trace: ReadingTrace }
  | { readonly ok: false; readonly reason: string; readonly trace: ReadingTrace };

/** Collects a trace while a reader works. */
export class Tracer {
  private readonly fields: Record<string, FieldTrace> = {};
  private readonly coerced: string[] = [];
  private readonly unmatched: string[] = [];
  private readonly notes: string[] = [];
  path = '';
  confidence = 1;

  found(field: string, pointer: string, provenance: 'spec' | 'assumed' = 'assumed'): void {
    if (this.fields[field] === undefined) this.fields[field] = { pointer, provenance };
  }

  changed(words: string): void {
    if (this.coerced.indexOf(words) < 0) this.coerced.push(words);
  }

  left(names: readonly string[]): void {
    for (const name of names) if (this.unmatched.indexOf(name) < 0) this.unmatched.push(name);
  }

  note(words: string): void {
    if (this.notes.indexOf(words) < 0) this.notes.push(words);
  }

  /** Lowers the confidence by a factor and says why. */
  doubt(factor: number, why: string): void {
    this.confidence = Math.round(this.confidence * factor * 100) / 100;
    this.note(why);
  }

  trace(): ReadingTrace {
    const { path, confidence, fields, coerced, unmatched, notes } = this;
    return { path, confidence, fields, coerced, unmatched, notes };
  }

  read<T>(value: T): Reading<T> {
    if (this.confidence < leastConfidence) {
      return this.refuse(`too little tells what it holds: ${this.notes.join('; ')}`);
    }
    return { ok: true, value, trace: this.trace() };
  }

  refuse(reason: string): { readonly ok: false; readonly reason: string; readonly trace: ReadingTrace } {
    return { ok: false, reason, trace: this.trace() };
  }
}
