import { it } from 'vitest';
import { manyRuns } from '../test/properties/fuzz-inputs.ts';
import { checkGarbage, garbageFunctions } from '../test/properties/garbage-calls.ts';

it.each(garbageFunctions)(`${manyRuns.numRuns} values of any type do not make %s throw`, (name) =>
  checkGarbage(name, manyRuns),
);
