import { it } from 'vitest';
import { fuzz } from './fuzz.ts';

it('all laws hold for 3,000 exchanges, including odd identifiers and windows', () => fuzz(3_000));
