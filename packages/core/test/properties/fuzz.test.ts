import { it } from 'vitest';
import { fuzz } from './fuzz.ts';

it('all laws hold for 3,000 exchanges, odd identifiers and windows among them', () => fuzz(3_000));
