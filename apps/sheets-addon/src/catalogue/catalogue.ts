import { analytics } from '../functions/analytics.ts';
import { authority } from '../functions/authority.ts';
import { authorityBreakdown } from '../functions/authority-breakdown.ts';
import { citations } from '../functions/citations.ts';
import { competitors } from '../functions/competitors.ts';
import { shareOfVoice } from '../functions/share-of-voice.ts';
import { websites } from '../functions/websites.ts';
import type { SheetFunction } from './sheet-function.ts';

/** Every custom function of the add-on, in the order in which help lists them. */
export const catalogue: readonly SheetFunction[] = [
  websites,
  citations,
  analytics,
  shareOfVoice,
  competitors,
  authority,
  authorityBreakdown,
];
