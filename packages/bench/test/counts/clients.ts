import type { Contender } from '../../src/contenders/contender.ts';
import { answershare as ours } from '../../src/contenders/libraries.ts';
import { plainFetch as naive } from '../../src/contenders/plain-fetch.ts';

export const answershare: Contender = { library: ours, tuned: false };
export const plainFetch: Contender = { library: naive, tuned: false };
