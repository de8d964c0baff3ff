import { test } from 'vitest';
import { fewRuns } from '../../../../packages/core/test/properties/fuzz-inputs.ts';
import { checkGarbageSettings } from './garbage-settings.ts';

test('settings with values of any type are accepted, or refused with a sentence', () =>
  checkGarbageSettings(fewRuns));
