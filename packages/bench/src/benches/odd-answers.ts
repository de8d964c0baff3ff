import { isApiError } from '@answershare/core';
import type { Contender } from '../contenders/contender.ts';
import { type Settled, settled } from '../measuring/settled.ts';
import { type OddBodyName, oddBodyNames, startOddBodies } from '../services/odd-bodies.ts';
import { type Bench, isOurs, labelOf } from './bench.ts';

/**
 * What a client made of a body: the value that it holds, something else taken for a success, an error class of its own,
 * or an error of the language that says nothing of the service.
 */
export type Verdict = 'value' | `taken for ${string}` | `typed ${string}` | `untyped ${string}` | 'hangs';

const languageErrors = new Set(['Error', 'TypeError', 'SyntaxError', 'DOMException', 'AbortError']);

function judged(outcome: Settled): Verdict {
  if (outcome.how === 'cut') return 'hangs';
  if (outcome.how === 'value') {
    const { value } = outcome;
    if (typeof value === 'object' && value !== null && 'score' in value) return 'value';
    if (typeof value === 'string') return value === '' ? 'taken for ""' : 'taken for text';
    return `taken for ${typeof value === 'object' && value !== null ? 'an object' : String(value)}`;
  }
  const { error } = outcome;
  if (isApiError(error)) return `typed ${error.kind}`;
  const own = error instanceof Error ? error.constructor.name : typeof error;
  return languageErrors.has(own) ? `untyped ${own}` : `typed ${own}`;
}

/** What one client makes of each odd body. */
export async function meetOddBodies({
  library,
  tuned,
}: Contender): Promise<Readonly<Record<OddBodyName, Verdict>>> {
  const service = await startOddBodies();
  const key = `rs_live_${'a'.repeat(32)}`;
  const client = await library.open({ baseUrl: service.baseUrl, key, form: 1, retries: 0 }, tuned);
  try {
    const verdicts: Partial<Record<OddBodyName, Verdict>> = {};
    for (const website of oddBodyNames) {
      const outcome = await settled(
        (signal) => client.lookup({ endpoint: 'authority', website }, signal),
        3_000,
      );
      verdicts[website] = judged(outcome);
    }
    return verdicts as Record<OddBodyName, Verdict>;
  } finally {
    await client.close();
    await service.close();
  }
}

/** True where every body without a value is a typed error, and the one with a value is read. */
export function isRight(verdicts: Readonly<Record<OddBodyName, Verdict>>): boolean {
  return oddBodyNames.every((name) =>
    name === 'BOM + JSON' ? verdicts[name] === 'value' : verdicts[name].startsWith('typed'),
  );
}

export const oddAnswers: Bench = {
  id: 'B10',
  title: 'Success with a body that is not simply JSON',
  target: 'a typed error for each, the value behind a BOM',
  async run(contenders) {
    const rows = [];
    let own = 0;
    for (const contender of contenders) {
      const verdicts = await meetOddBodies(contender);
      const figures = { ...verdicts, right: isRight(verdicts) ? 'all' : 'not all' };
      if (isOurs(contender))
        own = oddBodyNames.filter((name) => isRight({ ...allTyped, [name]: verdicts[name] })).length;
      rows.push({ ...labelOf(contender), figures });
    }
    return {
      rows,
      ours: `${own} of ${oddBodyNames.length}`,
      met: own === oddBodyNames.length,
      remarks: [
        '"typed" is an error class of the client\'s own, "untyped" one of the language. "taken for" is a success with something that is not the answer.',
      ],
    };
  },
};

const allTyped: Readonly<Record<OddBodyName, Verdict>> = {
  'HTML 200': 'typed error',
  'cut JSON': 'typed error',
  'BOM + JSON': 'value',
  'HTTP 204': 'typed error',
  'empty 200': 'typed error',
};
