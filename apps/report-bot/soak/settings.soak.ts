import { test } from 'vitest';
import { checkGarbageSettings } from '../test/settings/garbage-settings.ts';

const count = Number(process.env.FUZZ_CALLS ?? 100_000);

test(`${count} settings with values of any type are accepted, or refused with a sentence`, () =>
  checkGarbageSettings(count));
