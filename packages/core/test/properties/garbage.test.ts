import { it } from 'vitest';
import { checkGarbage, garbageFunctions } from './garbage-calls.ts';

it.each(garbageFunctions)('no value makes %s throw', (name) => checkGarbage(name, 300));
