export { forms } from '@answershare/sandbox';

import type { Contender } from '../src/contenders/contender.ts';
import { plainFetch as naive } from '../src/contenders/http-clients.ts';
import { answershare as ours } from '../src/contenders/libraries.ts';

export const answershare: Contender = { library: ours, tuned: false };
export const plainFetch: Contender = { library: naive, tuned: false };
