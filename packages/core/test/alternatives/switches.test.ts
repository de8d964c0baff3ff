import { QUIRKS, type QuirkName, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms } from '../forms.ts';
import { type Asked, askAll, now, stranger } from './asked.ts';
import { type Told, told } from './told.ts';
import { type Verdict, verdicts } from './verdict.ts';

/** Switches that change what the service holds, not how it says it: the truth is read with the switch on. */
const changesData: readonly QuirkName[] = [
  'engines',
  'shareSum',
  'authoritySum',
  'bounds',
  'dayZone',
  'today',
  'nulls',
  'emptyLists',
];

const website = 'Northwind Outdoor';

const rows: object[] = [];
afterAll(() => {
  console.table(rows);
  console.log(`${rows.length} alternatives asked through core, five resources each`);
});

const cases = Object.entries(QUIRKS)
  .filter(([name]) => !name.startsWith('webhook'))
  .flatMap(([name, quirk]) =>
    quirk.kind === 'choice'
      ? Object.keys(quirk.values).map((value) => [name as QuirkName, value] as const)
      : [[name as QuirkName, '600'] as const],
  );

describe.each(forms)('every switch of the sandbox, Form %i', (form) => {
  let sandbox: RunningSandbox;
  let standard: Told;
  beforeAll(async () => {
    sandbox = await startSandbox({ form, seed: 7, now });
    standard = await told(sandbox, form, website, '');
  });
  afterAll(() => sandbox.close());

  it.each(cases)('%s=%s', async (name, value) => {
    const quirk = `${name}=${value}`;
    const held = changesData.includes(name) ? await told(sandbox, form, website, quirk) : standard;
    const asked = await askAll(await stranger(sandbox, quirk), sandbox, website);
    const judged = verdicts(asked, held);
    const row: Record<string, string> = {};
    for (const resource of Object.keys(judged) as (keyof Asked)[]) row[resource] = judged[resource][0];
    const why =
      Object.values(judged)
        .map(([, reason]) => reason)
        .find((reason) => reason !== '') ?? '';
    rows.push({ form, switch: quirk, ...row, why: why.slice(0, 110) });
    expect(Object.values(judged).filter(([verdict]) => verdict === ('wrong' satisfies Verdict))).toEqual([]);
  });
});
