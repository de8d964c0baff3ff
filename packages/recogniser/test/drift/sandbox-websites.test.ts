import { applyRecipe, type Endpoint, type Recipe } from '@answershare/core';
import { forms, type KeyLabel, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recognise } from '../../src/index.ts';
import { dataNames } from '../judge.ts';
import { ask, endpoints, now, truthOf } from '../sandbox-bodies.ts';
import { isNear, valueFigures } from '../value-figures.ts';

/** All that one service answers to a team, an endpoint at a time. */
async function bodiesOf(
  sandbox: RunningSandbox,
  team: KeyLabel,
  instant: string,
): Promise<Map<Endpoint, unknown[]>> {
  await sandbox.admin.setClock(instant);
  let asked = 0;
  const get = async (endpoint: Endpoint, website: string): Promise<unknown> => {
    if (asked++ % 50 === 0) await sandbox.admin.setUsage(team, { minute: 0, day: 0 });
    return (await ask(sandbox, endpoint, website, { key: sandbox.keys[team], today: instant.slice(0, 10) }))
      .body;
  };
  const list = await get('websites', '');
  const bodies = new Map<Endpoint, unknown[]>([['websites', [list]]]);
  for (const endpoint of endpoints.slice(1)) {
    const found: unknown[] = [];
    for (const { id } of (list as { websites: { id: string }[] }).websites)
      found.push(await get(endpoint, id));
    bodies.set(endpoint, found);
  }
  return bodies;
}

describe.each(forms)('a recipe of three websites of Form %i', (form) => {
  let sandbox: RunningSandbox;
  const recipes = new Map<Endpoint, Recipe>();
  let read = 0;

  beforeAll(async () => {
    sandbox = await startSandbox({ form, seed: 7, now });
    const demo = await bodiesOf(sandbox, 'live', now);
    for (const endpoint of endpoints) {
      const [draft] = recognise(endpoint, demo.get(endpoint)?.slice(0, 3) ?? []).drafts;
      recipes.set(endpoint, draft?.recipe as Recipe);
    }
  });
  afterAll(async () => {
    console.log(`Form ${form}: ${read} bodies of the service without a false alarm`);
    await sandbox.close();
  });

  it.each<[string, KeyLabel, string]>([
    ['250 websites', 'many', now],
    ['250 websites in their first days', 'many', '2025-01-08T05:00:10Z'],
    ['the nine of the demo in their first week', 'live', '2024-02-18T05:00:10Z'],
    ['the nine of the demo, one of them without data', 'live', now],
    ['websites with incidents', 'eventful', now],
    ['a team of one', 'one', now],
  ])('reads every website of the sandbox: %s', async (_, team, instant) => {
    const alarms: string[] = [];
    for (const [endpoint, bodies] of await bodiesOf(sandbox, team, instant)) {
      for (const name of dataNames(recipes.get(endpoint) as Recipe, bodies)) alarms.push(`knows ${name}`);
      for (const [index, body] of bodies.entries()) {
        const applied = applyRecipe(endpoint, recipes.get(endpoint) as Recipe, body);
        if (!applied.ok) alarms.push(`${endpoint} ${index}: ${JSON.stringify(applied.drift)}`);
        else {
          const figures = valueFigures(endpoint, applied.value);
          for (const [name, truth] of truthOf(endpoint, body))
            if (!isNear(figures.get(name) ?? null, truth)) alarms.push(`${endpoint} ${index}: ${name}`);
          for (const note of applied.notes) alarms.push(`${endpoint} ${index}: ${JSON.stringify(note)}`);
        }
        read += 1;
      }
    }
    expect(alarms).toEqual([]);
  });

  it('reads websites with hostile names, and refuses a competitor without a name at its row', async () => {
    const alarms: string[] = [];
    for (const [endpoint, bodies] of await bodiesOf(sandbox, 'hostile', now))
      for (const [index, body] of bodies.entries()) {
        const applied = applyRecipe(endpoint, recipes.get(endpoint) as Recipe, body);
        if (!applied.ok) alarms.push(`${endpoint} ${index} ${applied.drift.pointer}: ${applied.drift.found}`);
      }
    expect(alarms).toEqual([
      expect.stringMatching(/^competitors \d+ \/competitors\/\d+: a row without name$/),
    ]);
  });
});
