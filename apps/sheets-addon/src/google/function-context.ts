import { readReadyAnswers } from '../cache/ready-answers.ts';
import type { FileFacts } from '../ports/file-facts.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type BodyAnswer, type CellQuery, type QueryAnswer, toBodyQueries } from '../ports/query.ts';
import { spreadsheetCalendar } from './calendar.ts';
import type { queryService } from './open-service.ts';
import { documentCache } from './platform.ts';

/**
 * The other script file, which queries what is not cached; the first call loads it. Google puts all files into one
 * scope (guides/v8-runtime).
 */
declare function answershareService_(): {
  readonly queryService: typeof queryService;
  readonly fileFacts: FileFacts;
};

/** A custom function has 30 s (Google: guides/services/quotas); this limit fails with a sentence instead. */
const callMs = 26_000;

/** Opens the context of one function call; each service is opened on first use. */
export function openFunctionContext(): FunctionContext {
  const until = Date.now() + callMs;

  function query(queries: readonly CellQuery[]): readonly QueryAnswer[] {
    const ready = readReadyAnswers(queries, (keys) => documentCache().getAll(keys), Date.now());
    const cold = queries.filter((_, at) => ready[at] === null);
    if (cold.length === 0) return ready as readonly QueryAnswer[];
    const asked = answershareService_().queryService(cold, until);
    let next = 0;
    return ready.map((answer) => answer ?? (asked[next++] as QueryAnswer));
  }

  return {
    ...spreadsheetCalendar(),
    query: query as FunctionContext['query'],
    get file() {
      return answershareService_().fileFacts;
    },
    bodies: (queries) => query(toBodyQueries(queries)) as readonly BodyAnswer[],
  };
}
