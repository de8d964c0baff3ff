import { isNamed } from '../reading/cells.ts';
import { oneOf, plainName, stemOf } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import { pagingOf } from '../reading/pages.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse, refuseTwo, type Tracer } from '../reading/trace.ts';
import { readCount } from './engine-cell.ts';
import { refuseOwnBeside } from './own-count.ts';
import type { Items } from './read-items.ts';

const open = oneOf(
  'data result response item task summary citation total stat overview metric aggregate aggregated report attribute',
);
const metas = oneOf('total stat metric item');

/** What else was read: the feed, and whether counts by engine were. */
interface Context {
  readonly feed: Items | null;
  readonly counted: boolean;
}

/**
 * The total that a body states; null where it states none. A field that says citations is taken in any envelope; a `total` or
 * `count` only where the body shows no sign of paging and its rows are no answers with sources, because there it counts rows. On a page that
 * is the last and first it is the number of its rows, each of which is a citation.
 */
export function readTotal(survey: Survey, { feed, counted }: Context, tracer: Tracer): number | null {
  let total: { readonly count: number; readonly pointer: string } | null = null;
  const { paged, more } = survey.paging;
  const answers = /\*\//.test(feed?.table.pointer ?? '');
  const isAll = (count: number | undefined): boolean =>
    paged &&
    more === null &&
    !answers &&
    feed !== null &&
    feed.items.length === count &&
    feed.items.every((item) => item.count === null);
  for (const { path, last, object, cells } of survey.places) {
    if (!path.every(open) || cells.some(({ name }) => isNamed(name, 'visitor pageview'))) continue;
    for (const cell of cells) {
      if (Array.isArray(cell.value) || cell.depth > 0) continue;
      const certain = isNamed(cell.name, 'citation aicitation citationstotal');
      const general = /^(total|count)$/.test(stemOf(cell.name));
      if (!certain && (!general || metas(last))) continue;
      const count = readCount(cell.value);
      const vague = readNumber(cell.value)?.vague ?? null;
      if (vague !== null) tracer.note(`${cell.name}: ${vague} and no number, so it is unknown`);
      if (count === null || (count === undefined && typeof cell.value === 'object')) continue;
      if (
        general &&
        (paged || answers || pagingOf(object).paged) &&
        !(isAll(count) && /total/i.test(cell.name))
      ) {
        tracer.note(
          `${cell.pointer} (${String(count)}) counts rows of pages or answers and is not the total`,
        );
        continue;
      }
      if (
        general &&
        count !== undefined &&
        count > 0 &&
        count === feed?.items.length &&
        !/total/i.test(cell.name)
      ) {
        tracer.note(`${cell.pointer} (${count}) is the number of rows and not the total`);
        continue;
      }
      const unread = Object.keys(object).some(
        (name) => Array.isArray(object[name]) && object[name].length > 0,
      );
      if (general && feed === null && !counted && (unread || !path.some((name) => /citation/.test(name)))) {
        tracer.note(`${cell.pointer} says a total, though not of what`);
        continue;
      }
      if (count === undefined) return refuse(`the total at ${cell.pointer} is no count`);
      if (total && total.count !== count) refuseTwo('fields', 'the total', total.pointer, cell.pointer);
      if (typeof cell.value === 'string') tracer.changed(`${plainName(cell.name)}: text read as a number`);
      tracer.found('total', cell);
      total = total ?? { count, pointer: cell.pointer };
    }
  }
  if (total) refuseOwnBeside(survey, total);
  return total ? total.count : null;
}
