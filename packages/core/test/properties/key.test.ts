import { describe, it } from 'vitest';
import { holds } from './holds.ts';
import { hidesKey } from './laws-of-results.ts';
import { scripts } from './play.ts';

describe('the key', () => {
  it('stands in no event, error, address or cache entry, though bodies and headers echo it', () =>
    holds(hidesKey, scripts()));
});
