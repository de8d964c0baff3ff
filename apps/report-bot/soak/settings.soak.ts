import { test } from 'vitest';
import { manyRuns } from '../../../packages/core/test/properties/fuzz-inputs.ts';
import { checkGarbageSettings } from '../test/settings/garbage-settings.ts';

test(`${manyRuns.numRuns} settings with values of any type are accepted, or refused with a sentence`, () =>
  checkGarbageSettings(manyRuns));
