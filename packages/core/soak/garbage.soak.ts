import { it } from 'vitest';
import { checkGarbage, garbageFunctions } from '../test/properties/garbage-calls.ts';

const calls = Number(process.env.FUZZ_CALLS ?? 100_000);

it.each(garbageFunctions)(`${calls} values of any type do not make %s throw`, (name) =>
  checkGarbage(name, calls),
);
