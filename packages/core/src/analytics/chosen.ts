import { place } from '../reading/choose.ts';
import { oneOf } from '../reading/names.ts';
import { outside } from '../reading/pointer.ts';
import type { Survey } from '../reading/survey.ts';
import { refuseTwo } from '../reading/trace.ts';
import { about, type Dated, datedTables } from './dated.ts';
import { figures } from './figures.ts';

const worth = (one: Dated): number => (3 - one.rank) * 10 + one.figures.length;

/** The best of the tables that could hold the same; refused where two have equal claim. */
function best(tables: Dated[], what: string): Dated | null {
  const [first, next] = tables.sort((a, b) => worth(b) - worth(a));
  if (first && next && worth(next) === worth(first))
    refuseTwo('lists', what, place(first.table), place(next.table));
  return first ?? null;
}

const foreign = oneOf('shareofvoice sov authorityscore overallscore score authority engine');

/** True for rows of another resource's history. */
const isOfAnother = ({ table }: Dated): boolean =>
  table.rows.some((row) => row.some(({ name }) => foreign(name)));

/** The tables that are read: the one with most of the figures, then those that have what it lacks. Rows of a part of the traffic only where no others are. */
export function chosen(survey: Survey): readonly Dated[] {
  const dated = datedTables(survey);
  const expected = dated.some((one) => one.rank < 2);
  const filled = dated.filter((one) => one.figures.length > 0 && (one.rank < 2 || !expected));
  const whole = filled.filter((one) => one.part === null);
  const measured = whole.length > 0 ? whole : filled;
  if (measured.length === 0) {
    const named = best(
      dated.filter((one) => one.rank < 2 && (one.series === null || about(one.series)) && !isOfAnother(one)),
      'the daily figures',
    );
    return named ? [named] : [];
  }
  const each = figures.map((figure) =>
    best(
      measured.filter((one) => one.figures.indexOf(figure) >= 0),
      figure,
    ),
  );
  const found = each.filter((one, at): one is Dated => one !== null && each.indexOf(one) === at);
  found.sort((a, b) => b.figures.length - a.figures.length);
  const main = found[0] as Dated;
  const parent = ({ table }: Dated): string => outside(table.pointer);
  const beside = dated.filter(
    (one) =>
      one.series !== null && one.figures.length === 0 && main.series !== null && parent(one) === parent(main),
  );
  return found.concat(beside);
}
