import { startTestSandbox } from '../sandbox.ts';
import { testConformance } from './index.ts';

testConformance({
  start: startTestSandbox,
  wordsOf: (form) => form,
  readUsage: async (sandbox, label) => {
    const { keys } = await sandbox.admin.state();
    const found = keys.find((key) => key.label === label);
    if (found === undefined) throw new RangeError(`There is no key ${label}.`);
    return found.used;
  },
  documentPath: '/openapi.json',
});
