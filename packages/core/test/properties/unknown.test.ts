import { describe, it } from 'vitest';
import { holds } from './holds.ts';
import { keepsCode, keepsUnread, saysDriftOnce } from './laws-of-results.ts';
import { scripts } from './play.ts';

describe('what nobody knows', () => {
  it('a code of neither Form stays as it came', () => holds(keepsCode, scripts()));

  it('a limit header that cannot be read stays in the result', () => holds(keepsUnread, scripts()));

  it('is said once by each client', () => holds(saysDriftOnce, scripts()));
});
