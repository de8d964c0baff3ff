import { failureIn } from './failures.ts';
import { statedMagnitude } from './magnitude.ts';
import { mapped } from './mapping.ts';
import type { Kind, Mapping } from './mapping-plan.ts';
import { pagingIn } from './pages.ts';
import { isObserved, type Signature } from './signature.ts';
import { type FieldTrace, type Reading, Refusal, refuse, Tracer } from './trace.ts';

/** What a caller knows of a service's bodies. */
export interface ReadingOptions {
  /** A person's mapping; it alone is followed. */
  readonly mapping?: Mapping;
  /** The signature of an earlier answer that was read well: fields in the same place are marked `observed`. */
  readonly observed?: Signature;
}

/**
 * Makes a reader of a resource. What every resource has in common is done here: an error inside an answer of status 200 is
 * refused with its message, a mapping draws the body that is read, a page of more is told, and a refusal carries the trace.
 */
export function reader<T>(
  kind: Kind,
  read: (body: unknown, tracer: Tracer) => T,
): (body: unknown, options?: ReadingOptions) => Reading<T> {
  return (body, { mapping, observed } = {}) => {
    const tracer = new Tracer();
    try {
      const failure = failureIn(body);
      if (failure !== null) refuse(`it is an error inside a successful answer: ${failure}`);
      const magnitude = kind === 'websites' ? null : statedMagnitude(body);
      if (magnitude !== null && !mapping)
        refuse(`${magnitude} says that the figures are thousands or more each, so none of them is a count`);
      const drawn = mapping && mapped(kind, body, mapping);
      const value = read(drawn ? drawn.body : body, tracer);
      if (drawn) {
        tracer.drawnBy(drawn.pointers, mapping.rows ?? '');
      } else if (observed) {
        tracer.fields = marked(tracer.fields, (field) =>
          isObserved(observed, field.pointer) ? { ...field, provenance: 'observed' } : field,
        );
      }
      if (magnitude !== null)
        tracer.note(
          `${magnitude} says that the figures are thousands or more each: they are given as written`,
        );
      const { more } = pagingIn(body);
      if (more !== null) tracer.note(`more pages follow ("${more}"): this is one page and not everything`);
      return tracer.accept(value);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return { ok: false, reason: thrown.reason, trace: tracer.trace() };
    }
  };
}

function marked(
  fields: Readonly<Record<string, FieldTrace>>,
  mark: (field: FieldTrace) => FieldTrace,
): Record<string, FieldTrace> {
  const all: Record<string, FieldTrace> = {};
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (field) all[name] = mark(field);
  }
  return all;
}
