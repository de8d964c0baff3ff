import { describe } from 'vitest';
import { onceOn } from './once.ts';

/** Kills at the other places are in `pnpm soak`. */
describe('each schedule, week and recipient is sent once, on pglite', () =>
  onceOn('pglite', [['gate-marked:2', 1]]));
