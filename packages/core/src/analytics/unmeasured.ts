import type { Row } from '../reading/cells.ts';
import { place } from '../reading/choose.ts';
import { placesTo, type Survey, type Table } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import { idle, type Measured } from '../reading/unsettled.ts';
import type { AnalyticsDay } from './analytics.ts';

/**
 * Makes the zeros of days unknown that stand beside words that nobody measured them, in their row or around the rows:
 * `"citations_status": "not_tracked"`, `"analytics_connected": false`.
 */
export function unmeasured(
  survey: Survey,
  table: Table,
  tracer: Tracer,
): (day: AnalyticsDay, row: Row) => AnalyticsDay {
  const around = placesTo(survey, table.pointer);
  const told = (row: Row, whose: Measured): string | null =>
    around.reduce<string | null>((says, { cells }) => says ?? idle(cells, whose), idle(row, whose));
  const known = (figure: number | null, name: string, says: string | null): number | null => {
    if (figure !== 0 || says === null) return figure;
    tracer.note(`${place(table)} says "${says}", so a 0 of ${name} is unknown`);
    return null;
  };
  return (day, row) => {
    const traffic = told(row, 'traffic');
    return {
      ...day,
      visitors: known(day.visitors, 'visitors', traffic),
      pageviews: known(day.pageviews, 'pageviews', traffic),
      citations: known(day.citations, 'citations', told(row, 'citations')),
    };
  };
}
