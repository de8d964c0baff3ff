import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { holds } from './holds.ts';
import { keepsText, staysInWindow } from './laws-of-results.ts';
import { asked, scripts } from './play.ts';

describe('a result', () => {
  it('has the text that the host gave, byte for byte, from the cache too', () => holds(keepsText, scripts()));

  it('holds no day outside the window that it tells, and the number of each day', () => {
    const analytics = fc.array(
      asked.map((one) => ({ ...one, endpoint: 'analytics' as const })),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    return holds(staysInWindow, scripts({ asked: analytics }));
  });
});
