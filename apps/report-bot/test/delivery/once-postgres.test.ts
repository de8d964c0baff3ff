import { describe } from 'vitest';
import { killedOn, onceOn } from './once.ts';

describe('each schedule, week and recipient is sent once, on postgres', () => {
  killedOn('postgres');
  onceOn('postgres');
});
