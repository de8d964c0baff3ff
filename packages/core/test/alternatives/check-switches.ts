import { answerSwitches, type QuirkName, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forms } from '../support/sandbox-client.ts';
import { type ExpectedValues, readExpectedValues } from './expected-values.ts';
import { clientWithQuirk, now, readAllResources } from './read-resources.ts';
import { judgeResources, type Verdict } from './verdict.ts';

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

/** Adds a test of each switch in each Form, or in one Form by turns. */
export function checkSwitches(inBothForms: boolean): void {
  describe.each(forms)('a client of a sandbox in Form %i', (form) => {
    const chosen = answerSwitches.filter((_, at) => inBothForms || at % 2 === form - 1);
    let sandbox: RunningSandbox;
    let standard: ExpectedValues;
    beforeAll(async () => {
      sandbox = await startSandbox({ form, seed: 7, now });
      standard = await readExpectedValues(sandbox, form, website, '');
    });
    beforeEach(() => sandbox.admin.setUsage(sandbox.keys.live, { day: 0, minute: 0 }));
    afterAll(() => sandbox.close());

    it.each(chosen)('reads no wrong value with the switch %s=%s', async (name, value) => {
      const quirk = `${name}=${value}`;
      const held = changesData.includes(name)
        ? await readExpectedValues(sandbox, form, website, quirk)
        : standard;
      const asked = await readAllResources(await clientWithQuirk(sandbox, quirk), sandbox, website);
      const judged = judgeResources(asked, held);
      expect(Object.values(judged).filter(([verdict]) => verdict === ('wrong' satisfies Verdict))).toEqual(
        [],
      );
    });
  });
}
