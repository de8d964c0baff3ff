import { applyRecipe, type Endpoint, type Recipe } from '@answershare/core';
import { answerSwitches, forms, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recognise } from '../../src/index.ts';
import { type Answer, ask, endpoints, now, truthOf } from '../sandbox-bodies.ts';
import { changesData, judgeSwitch, noVerdicts } from './judge-switch.ts';

const counts = noVerdicts();
afterAll(() => console.log(JSON.stringify(counts)));

describe.each(forms)('a recipe learnt before a switch changes, Form %i', (form) => {
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

  // One Form by turns; core's client runs both at night.
  it.each(answerSwitches.filter((_, at) => at % 2 === form - 1))(
    'reads no wrong figure with %s=%s',
    async (name, value) => {
      const rows: string[] = [];
      for (const [endpoint, index, { status, body }] of await answers(`${name}=${value}`)) {
        const standard = truthOf(endpoint, learnt.get(`${endpoint} ${index}`));
        const truth = changesData.includes(name) && status === 200 ? truthOf(endpoint, body) : standard;
        const isError = status !== 200 || body === undefined;
        const [verdict, why] = isError
          ? (['error', String(status)] as const)
          : judgeSwitch(
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
    },
  );
});
