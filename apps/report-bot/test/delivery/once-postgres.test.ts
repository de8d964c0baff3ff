import { describe } from 'vitest';
import { onceOn } from './once.ts';

describe('each schedule, week and recipient is sent once, on postgres', () => onceOn('postgres'));
