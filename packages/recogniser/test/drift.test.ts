import { type Applied, applyRecipe, type Endpoint, type Recipe } from '@answershare/core';
import { QUIRKS, type QuirkName, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recognise } from '../src/index.ts';
import { type Answer, ask, endpoints, now, type Truth, truthOf } from './sandbox-bodies.ts';
import { isNear, resolvePointer, valueFigures } from './value-figures.ts';

/** Switches that change what the service holds and not how it writes it: the truth is read with the switch on. */
const changesData: readonly QuirkName[] = [
  'engines',
  'shareSum',
  'authoritySum',
  'authorityScale',
  'bounds',
  'dayZone',
  'today',
  'nulls',
  'emptyLists',
  'websiteIds',
];

type Verdict = 'same' | 'note' | 'different' | 'drift' | 'error' | 'wrong';

const counts: Record<Verdict, number> = { same: 0, note: 0, different: 0, drift: 0, error: 0, wrong: 0 };
afterAll(() => console.log(JSON.stringify(counts)));

/** Compares what was read with what the service holds. */
function judge(
  endpoint: Endpoint,
  applied: Applied<unknown>,
  body: unknown,
  standard: Truth,
  truth: Truth,
): [Verdict, string] {
  if (!applied.ok) {
    const { pointer, problem, expected, found } = applied.drift;
    const isThere = resolvePointer(body, pointer) !== undefined;
    return [isThere ? 'drift' : 'wrong', `${pointer} ${problem}: ${expected}, ${found}`];
  }
  const read = valueFigures(endpoint, applied.value);
  const off = [...read].filter(([name, value]) => value !== null && !isNear(value, truth.get(name)));
  if (off.length > 0) return ['wrong', JSON.stringify(off.slice(0, 3))];
  const missing = [...truth].filter(([name, value]) => value !== null && (read.get(name) ?? null) === null);
  if (missing.length > 0)
    return [applied.notes.length > 0 ? 'note' : 'wrong', `without ${missing.length}: ${missing[0]?.[0]}`];
  const isSame = [...truth].every(([name, value]) => isNear(value, standard.get(name)));
  return [applied.notes.length > 0 ? 'note' : isSame ? 'same' : 'different', ''];
}

const cases = Object.entries(QUIRKS)
  .filter(([name]) => !name.startsWith('webhook'))
  .flatMap(([name, quirk]) =>
    quirk.kind === 'choice'
      ? Object.keys(quirk.values).map((value) => [name as QuirkName, value] as const)
      : [[name as QuirkName, '600'] as const],
  );

describe.each([1, 2] as const)('a switch that is thrown after learning, Form %i', (form) => {
  let sandbox: RunningSandbox;
  const recipes = new Map<Endpoint, Recipe>();
  const learnt = new Map<string, unknown>();
  const sites = (): RunningSandbox['websites'] => sandbox.websites.slice(0, 3);

  async function answers(quirk: string): Promise<[Endpoint, number, Answer][]> {
    await sandbox.admin.setUsage('enterprise', { minute: 0, day: 0 });
    const list = await ask(sandbox, 'websites', '', { quirk });
    const rows = (list.body as { websites?: { name: string; id: string }[] } | undefined)?.websites;
    const found: [Endpoint, number, Answer][] = [['websites', 0, list]];
    for (const [index, { name, id }] of sites().entries()) {
      const listed = Array.isArray(rows) ? rows.find((row) => row.name === name)?.id : undefined;
      for (const endpoint of endpoints.slice(1))
        found.push([endpoint, index, await ask(sandbox, endpoint, listed ?? id, { quirk })]);
    }
    return found;
  }

  beforeAll(async () => {
    sandbox = await startSandbox({ form, seed: 7, now });
    for (const [endpoint, index, { body }] of await answers('')) learnt.set(`${endpoint} ${index}`, body);
    for (const endpoint of endpoints) {
      const bodies = [0, 1, 2].flatMap((index) => learnt.get(`${endpoint} ${index}`) ?? []);
      const { clear, drafts, reason } = recognise(endpoint, bodies);
      expect([clear, reason]).toEqual([true, '']);
      recipes.set(endpoint, drafts[0]?.recipe as Recipe);
    }
  });
  afterAll(() => sandbox.close());

  it.each(cases)('%s=%s', async (name, value) => {
    const rows: string[] = [];
    for (const [endpoint, index, { status, body }] of await answers(`${name}=${value}`)) {
      const standard = truthOf(endpoint, learnt.get(`${endpoint} ${index}`));
      const truth = changesData.includes(name) && status === 200 ? truthOf(endpoint, body) : standard;
      const isError = status !== 200 || body === undefined;
      const [verdict, why] = isError
        ? (['error', String(status)] as const)
        : judge(
            endpoint,
            applyRecipe(endpoint, recipes.get(endpoint) as Recipe, body),
            body,
            standard,
            truth,
          );
      counts[verdict] += 1;
      if (verdict === 'wrong') rows.push(`${endpoint} ${index}: ${why}`);
    }
    expect(rows).toEqual([]);
  });
});
