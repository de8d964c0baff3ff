import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { holds } from './holds.ts';
import { countsRequests, sharesForNothing, tellsRequests } from './laws-of-results.ts';
import { scripts } from './play.ts';

describe('what calls say that they spent', () => {
  it('is what the service saw, results and errors together', () => holds(countsRequests, scripts()));

  it('also where calls share what is under way', () =>
    holds(countsRequests, scripts({ concurrent: fc.constant(true), shares: fc.constant(false) })));

  it('is nothing for an answer from the cache', () =>
    holds(sharesForNothing, scripts({ shares: fc.constant(true) })));

  it('is told by one event for each request', () => holds(tellsRequests, scripts()));
});
