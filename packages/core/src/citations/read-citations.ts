import { place } from '../reading/choose.ts';
import { partIn } from '../reading/pages.ts';
import { reader } from '../reading/reader.ts';
import { objectsTo, type Survey } from '../reading/survey.ts';
import { refuse } from '../reading/trace.ts';
import type { Citations } from './citations.ts';
import { refuseOwnBeside, refuseOwnByEngine } from './own-count.ts';
import { inOneOfMany, readEngines } from './read-engines.ts';
import { readItems } from './read-items.ts';
import { readTotal } from './read-total.ts';

const isPartial = (survey: Survey, pointer: string): boolean =>
  inOneOfMany(pointer) || partIn(objectsTo(survey, pointer)) !== null;

/**
 * Reads the body of `GET /api/v1/citations`: a total, counts by engine and the feed's items, each where the body has it.
 * The number of items is never taken for the total: a feed may come in pages.
 */
export const readCitations = reader('citations', (survey, tracer): Citations => {
  const engines = readEngines(survey, tracer);
  const feed = readItems(survey, tracer);
  const told = readTotal(survey, { feed, engines }, tracer);
  if (!engines?.counted && told === null && feed === null) {
    const { notes } = tracer.trace();
    return refuse(
      ['no total, no counts by engine and no list of citations were found in the body', ...notes].join('; '),
    );
  }
  const { byEngine = [], sum = null, stated: ofAll = null } = engines ?? {};
  const stated = told ?? ofAll;
  if (stated !== null && sum !== null && stated.count !== sum.count)
    tracer.note(`the total ${stated.count} is not the sum over engines, ${sum.count}`);
  const partial = engines !== null && isPartial(survey, engines.table.pointer);
  if (partial)
    tracer.doubt(
      0.8,
      `the counts at ${place(engines.table)} are those of one entry or page and not of everything`,
    );
  const total = told ?? (partial ? null : (ofAll ?? sum));
  if (total === null) tracer.note('no total is stated: the list may be a part of the feed');
  else {
    refuseOwnBeside(survey, total);
    if (told === null)
      tracer.note(`the total is the ${ofAll === null ? 'sum over' : 'entry of all'} engines`);
  }
  refuseOwnByEngine(survey);
  return { total: total ? total.count : null, byEngine, items: feed ? feed.items : [] };
});
