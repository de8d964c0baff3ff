import { applyRecipe, type Endpoint } from '@answershare/core';
import { answerSwitches, forms, type QuirkName, startSandbox } from '@answershare/sandbox';
import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';
import { changesData, judgeSwitch, noVerdicts } from '../test/drift/judge-switch.ts';
import { type Answer, ask, endpoints, now, truthOf } from '../test/sandbox-bodies.ts';

const names: readonly QuirkName[] = [
  'envelope',
  'case',
  'nesting',
  'engines',
  'authorityScale',
  'authorityMaximum',
  'authoritySum',
  'shares',
  'shareSum',
  'ownBrand',
  'unknownFields',
  'nulls',
  'emptyLists',
  'websiteEcho',
  'pages',
  'today',
];
const quirks = answerSwitches.flatMap(([name, value]) => (names.includes(name) ? [`${name}=${value}`] : []));
/** The bare list has no figures but its rows: what is next to it cannot be learnt from it. */
const learnable = quirks.filter((quirk) => quirk !== 'envelope=bare');

it.each(forms)('a clear recipe of each shape reads no other shape wrongly, Form %i', async (form) => {
  const sandbox = await startSandbox({ form, seed: 7, now });
  const sites = sandbox.websites.slice(0, 3);
  const answers = new Map<string, Map<Endpoint, Answer[]>>();
  for (const quirk of quirks) {
    await sandbox.admin.setUsage('enterprise', { minute: 0, day: 0 });
    const found = new Map<Endpoint, Answer[]>();
    for (const endpoint of endpoints) {
      const about = endpoint === 'websites' ? sites.slice(0, 1) : sites;
      const all: Answer[] = [];
      for (const { id } of about) all.push(await ask(sandbox, endpoint, id, { quirk }));
      found.set(endpoint, all);
    }
    answers.set(quirk, found);
  }
  await sandbox.close();
  const counts = noVerdicts();
  const wrong: string[] = [];
  for (const endpoint of endpoints)
    for (const learnt of learnable) {
      const bodies = (answers.get(learnt)?.get(endpoint) ?? []).map(({ body }) => body);
      const { clear, drafts } = recognise(endpoint, bodies);
      const recipe = drafts[0]?.recipe;
      if (!clear || recipe === undefined) continue;
      for (const quirk of quirks)
        for (const [index, { body }] of (answers.get(quirk)?.get(endpoint) ?? []).entries()) {
          const standard = truthOf(endpoint, answers.get('envelope=named')?.get(endpoint)?.[index]?.body);
          const isOther = changesData.includes(quirk.split('=')[0] as QuirkName);
          const truth = isOther ? truthOf(endpoint, body) : standard;
          const [verdict, why] = judgeSwitch(
            endpoint,
            applyRecipe(endpoint, recipe, body),
            body,
            standard,
            truth,
          );
          counts[verdict] += 1;
          if (verdict === 'wrong') wrong.push(`${learnt}, then ${quirk}: ${endpoint} ${index}: ${why}`);
        }
    }
  console.log(JSON.stringify(counts));
  expect(wrong).toEqual([]);
});
