import { describe } from 'vitest';
import { onceOn } from '../test/delivery/once.ts';

describe('each schedule, week and recipient is sent once, on pglite', () => onceOn('pglite'));
