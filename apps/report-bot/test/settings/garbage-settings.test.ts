import { test } from 'vitest';
import { checkGarbageSettings } from './garbage-settings.ts';

test('settings with values of any type are accepted, or refused with a sentence', () =>
  checkGarbageSettings(300));
