import { isNamed } from '../reading/cells.ts';
import { plainName, stemOf } from '../reading/names.ts';
import { pagingIn, pagingOf } from '../reading/pages.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { readCount } from './engine-cell.ts';

const open =
  /^(data|results?|response|items|tasks|summary|citations?|totals?|stats|overview|metrics|aggregated?|report|attributes)$/;

/**
 * The total that a body states; null where it states none. A field that says citations is taken in any envelope; a `total` or
 * `count` only where the body shows no sign of paging and its rows are no answers with sources, because there it counts rows.
 */
export function readTotal(
  survey: Survey,
  body: unknown,
  countsAnswers: boolean,
  tracer: Tracer,
): number | null {
  let total: { readonly count: number; readonly pointer: string } | null = null;
  const { paged } = pagingIn(body);
  for (const { path, object, cells } of survey.places) {
    if (!path.every((name) => open.test(name))) continue;
    for (const cell of cells) {
      if (Array.isArray(cell.value) || cell.depth > 0) continue;
      const certain = isNamed(cell.name, ['citation', 'aicitation', 'citationstotal']);
      const general = /^(total|count)$/.test(stemOf(cell.name));
      const inMeta = /^(totals?|stats|metrics|items)$/.test(path[path.length - 1] ?? '');
      if (!certain && (!general || inMeta)) continue;
      const count = readCount(cell.value);
      if (count === null || (count === undefined && typeof cell.value === 'object')) continue;
      if (general && (paged || countsAnswers || pagingOf(object).paged)) {
        tracer.note(
          `${cell.pointer} (${String(count)}) counts rows of pages or answers and is not the total`,
        );
        continue;
      }
      if (count === undefined) return refuse(`the total at ${cell.pointer} is no count`);
      if (total && total.count !== count)
        return refuse(`two fields could be the total, ${total.pointer} and ${cell.pointer}: give a mapping`);
      if (typeof cell.value === 'string') tracer.changed(`${plainName(cell.name)}: text read as a number`);
      tracer.found('total', cell.pointer);
      total = total ?? { count, pointer: cell.pointer };
    }
  }
  return total ? total.count : null;
}
