import { it } from 'vitest';
import { fuzz } from '../test/properties/fuzz.ts';

const wanted = Number(process.env.FUZZ_EXCHANGES ?? 100_000);

it(`all laws hold for ${wanted} exchanges`, () => fuzz(wanted));
