import { describe } from 'vitest';
import { killedOn } from './once.ts';

/** Kills at the other places, and what mail servers do, are in `pnpm soak`. */
describe('each schedule, week and recipient is sent once, on pglite', () =>
  killedOn('pglite', [['gate-marked:2', 1]]));
