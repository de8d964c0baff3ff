import { describe } from 'vitest';
import { killedOn, onceOn } from '../test/delivery/once.ts';

describe('each schedule, week and recipient is sent once, on pglite', () => {
  killedOn('pglite');
  onceOn('pglite');
});
