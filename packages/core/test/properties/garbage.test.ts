import { it } from 'vitest';
import { fewRuns } from './fuzz-inputs.ts';
import { checkGarbage, garbageFunctions } from './garbage-calls.ts';

it.each(garbageFunctions)('no value makes %s throw', (name) => checkGarbage(name, fewRuns));
