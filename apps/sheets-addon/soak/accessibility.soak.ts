import { test } from 'vitest';
import { languages } from '../src/texts/texts.ts';
import { expectAccessibleViews } from '../test/sidebar/view-faults.ts';

test.each(languages)(
  'in %s at 300 px every view is accessible and as wide as its place',
  expectAccessibleViews,
);
