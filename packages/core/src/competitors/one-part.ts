import { isObject } from '../reading/json.ts';
import { oneOf } from '../reading/names.ts';
import { isUnknown } from '../reading/numbers.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';

/** What answers are parted by: the figures of one are no figures of the whole. */
const parts = oneOf('topic prompt query question keyword engine platform assistant intent persona');

/** What a row may also say of the brand that it is about. */
const places = oneOf('country countrycode region city language locale');
const wholes = oneOf('all* any every* overall total combined global world*');

/** True for a name, or an object of one: figures by engine beside those of the whole are none. */
function isPart(value: unknown): boolean {
  if (isObject(value)) return isPart(value.name ?? value.text ?? value.id);
  return typeof value === 'string' && !isUnknown(value) && !wholes(value);
}

/**
 * Looks at the one row of a list in which something was read: where it names its part, another body has a row for each.
 * @throws Refusal where the row is one of a topic, a prompt or an engine.
 */
export function refuseOnePart({ places: all, drawn }: Survey, read: readonly string[], tracer: Tracer): void {
  for (const { pointer, cells } of all) {
    if (drawn || pointer.indexOf('/0') < 0 || !read.some((one) => one.indexOf(`${pointer}/`) === 0)) continue;
    const part = cells.find(({ name, value }) => parts(name) && isPart(value));
    if (part)
      refuse(
        `${part.pointer} says that the only row there is one of several, so its shares are of that part alone: give a mapping if they are of all`,
      );
    const place = cells.find(({ name, value }) => places(name) && isPart(value));
    if (place)
      tracer.doubt(0.8, `the shares may be of the one ${place.name} alone that ${place.pointer} names`);
  }
}
