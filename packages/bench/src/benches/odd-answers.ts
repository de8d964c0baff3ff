import { isApiError } from '@answershare/core';
import { type SandboxFaultKind, startSandbox } from '@answershare/sandbox';
import type { Contender } from '../contenders/contender.ts';
import { nextSeed } from '../instruments/enterprise-sandbox.ts';
import { type LookupOutcome, runWithTimeout } from '../instruments/measure.ts';
import { type Bench, isOurs, toLabel } from './bench.ts';

/** Faults with a success status. Only the body with a byte order mark holds a value. */
const oddBodies = {
  'HTML 200': 'html',
  'cut JSON': 'cut',
  'BOM + JSON': 'bom',
  'HTTP 204': 'noContent',
  'empty 200': 'empty200',
} as const satisfies Record<string, SandboxFaultKind>;

export type OddBodyName = keyof typeof oddBodies;

const oddBodyNames = Object.keys(oddBodies) as readonly OddBodyName[];

/** A client's result. `typed` = an error class of its own, `untyped` = a built-in error. */
export type OddBodyVerdict =
  | 'value'
  | `taken for ${string}`
  | `typed ${string}`
  | `untyped ${string}`
  | 'hangs';

const languageErrors = new Set(['Error', 'TypeError', 'SyntaxError', 'DOMException', 'AbortError']);

function classifyOutcome(outcome: LookupOutcome): OddBodyVerdict {
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

/** One client's verdict on each odd body. */
export async function runOddBodies({
  library,
  tuned,
}: Contender): Promise<Readonly<Record<OddBodyName, OddBodyVerdict>>> {
  const sandbox = await startSandbox({ form: 1, seed: nextSeed() });
  const { baseUrl, keys, admin } = sandbox;
  const client = await library.open({ baseUrl, key: keys.live, form: 1, retries: 0 }, tuned);
  try {
    const verdicts: Partial<Record<OddBodyName, OddBodyVerdict>> = {};
    for (const [at, name] of oddBodyNames.entries()) {
      await admin.fault({ fault: oddBodies[name], times: 'always' });
      const website = sandbox.websites[at]?.id ?? '';
      const outcome = await runWithTimeout(
        (signal) => client.lookup({ endpoint: 'authority', website }, signal),
        3_000,
      );
      await admin.clearFaults();
      verdicts[name] = classifyOutcome(outcome);
    }
    return verdicts as Record<OddBodyName, OddBodyVerdict>;
  } finally {
    await client.close();
    await sandbox.close();
  }
}

/** Whether each body without a value gives a typed error, and the one with a value is read. */
export function isHandledRight(verdicts: Readonly<Record<OddBodyName, OddBodyVerdict>>): boolean {
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
      const verdicts = await runOddBodies(contender);
      const figures = { ...verdicts, right: isHandledRight(verdicts) ? 'all' : 'not all' };
      if (isOurs(contender))
        own = oddBodyNames.filter((name) =>
          isHandledRight({ ...rightVerdicts, [name]: verdicts[name] }),
        ).length;
      rows.push({ ...toLabel(contender), figures });
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

const rightVerdicts: Readonly<Record<OddBodyName, OddBodyVerdict>> = {
  'HTML 200': 'typed error',
  'cut JSON': 'typed error',
  'BOM + JSON': 'value',
  'HTTP 204': 'typed error',
  'empty 200': 'typed error',
};
