import { parseArgs } from 'node:util';
import type { Bench } from './benches/bench.ts';

export const usage = 'Usage: npm run bench [-- [--json] [--only B1,B4] [--write]]';

export interface Wishes {
  readonly json: boolean;
  readonly write: boolean;
  readonly benches: readonly Bench[];
}

/** Reads the command line. Throws a RangeError with all complaints in one sentence each. */
export function wishesOf(argv: readonly string[], benches: readonly Bench[]): Wishes {
  const { values, tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: { json: { type: 'boolean' }, only: { type: 'string' }, write: { type: 'boolean' } },
  });
  const complaints: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') complaints.push(`"${token.value}" is no option.`);
    if (token.kind === 'option' && !['json', 'only', 'write'].includes(token.name))
      complaints.push(`There is no option ${token.rawName}.`);
  }
  const only = typeof values.only === 'string' ? values.only : null;
  if (values.only !== undefined && !only) complaints.push('--only takes the ids of benches, such as B1,B4.');
  const wanted = only?.split(',').map((id) => id.trim().toUpperCase()) ?? benches.map(({ id }) => id);
  for (const id of wanted) {
    if (!benches.some((bench) => bench.id === id))
      complaints.push(`There is no bench "${id}": there are ${benches.map((bench) => bench.id).join(', ')}.`);
  }
  if (values.write === true && only !== null)
    complaints.push('--write writes all results, so it cannot go with --only.');
  if (complaints.length > 0) throw new RangeError(complaints.join(' '));
  return {
    json: values.json === true,
    write: values.write === true,
    benches: benches.filter(({ id }) => wanted.includes(id)),
  };
}
