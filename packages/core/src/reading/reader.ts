import { declared } from './declared.ts';
import { failureIn, isFailing, unfinishedIn } from './failures.ts';
import { mapped } from './mapping.ts';
import type { Kind, Mapping } from './mapping-plan.ts';
import { wrappedIn } from './numbers.ts';
import { isPaging, leftOutIn, moreIn } from './pages.ts';
import { isObserved, type Signature } from './signature.ts';
import { isSiteId } from './site.ts';
import { type Place, type Survey, surveyOf } from './survey.ts';
import { type Reading, Refusal, refuse, Tracer } from './trace.ts';

/** What a caller knows of a service's bodies. */
export interface ReadingOptions {
  /** A person's mapping; it alone is followed. */
  readonly mapping?: Mapping;
  /** The signature of an earlier answer that was read well: fields in the same place are marked `observed`. */
  readonly observed?: Signature;
}

/**
 * Makes a reader of a resource. What every resource has in common is done here: an error inside an answer of status 200 is
 * refused with its message, a mapping draws the body that is read, a page of more and what stands beside that which was read are
 * told, what the body declares of its figures is heeded, and a refusal carries the trace. A fault of a reader itself
 * is a refusal too: no body ends a program.
 */
export function reader<T>(
  kind: Kind,
  read: (survey: Survey, tracer: Tracer) => T,
): (body: unknown, options?: ReadingOptions) => Reading<T> {
  return (body, { mapping, observed } = {}) => {
    const tracer = new Tracer();
    try {
      const failure = failureIn(body);
      if (failure !== null) refuse(`it is an error inside a successful answer: ${failure}`);
      const unfinished = kind === 'websites' ? null : unfinishedIn(body);
      if (unfinished !== null)
        refuse(`it says "${unfinished}": its figures are not made yet, ask again later`);
      const drawn = mapping && mapped(kind, body, mapping);
      const survey = drawn ? surveyOf(drawn.body, true) : surveyOf(body);
      const value = read(survey, tracer);
      const around = placesAround(survey, tracer);
      const objects = [body, ...around.map(({ object }) => object)];
      const more = moreIn(objects);
      const leftOut = more === null ? leftOutIn(objects) : null;
      if (more !== null) tracer.note(`more pages follow ("${more}"): this is one page and not everything`);
      if (leftOut !== null) tracer.note(`it says "${leftOut}": this is a part and not everything`);
      for (const place of around) saw(place, tracer);
      if (drawn) tracer.drawnBy(drawn.pointers, mapping.rows ?? '');
      else if (observed) tracer.markObserved((pointer) => isObserved(observed, pointer));
      const { refused, notes } = declared(body, kind, tracer.fields);
      if (refused !== null && !mapping) refuse(`${refused}; a mapping reads them as written`);
      if (refused !== null) tracer.note(`${refused}; they are given as written`);
      for (const note of notes) tracer.note(note);
      return tracer.accept(value);
    } catch (thrown) {
      const reason = thrown instanceof Refusal ? thrown.reason : `a reader failed on it (${String(thrown)})`;
      return { ok: false, reason, trace: tracer.trace() };
    }
  };
}

/** The objects in which something was read. */
function placesAround({ places }: Survey, tracer: Tracer): readonly Place[] {
  tracer.use(tracer.path);
  return places.filter(({ pointer }) => tracer.isWithin(pointer));
}

/** What stands in an object in which something was read, apart from what this reader looks at itself. */
function saw({ pointer, object, cells }: Place, tracer: Tracer): void {
  const wrapped = tracer.isRead(pointer) ? wrappedIn(object) : null;
  const isOurs = (name: string): boolean =>
    name === wrapped || isFailing(name) || isPaging(name) || isSiteId(name);
  tracer.saw(cells.filter(({ name }) => !isOurs(name)));
}
