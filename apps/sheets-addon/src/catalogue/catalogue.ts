import { analytics } from '../functions/analytics.ts';
import { analyticsTotal } from '../functions/analytics-total.ts';
import { authority } from '../functions/authority.ts';
import { authorityBreakdown } from '../functions/authority-breakdown.ts';
import { citations } from '../functions/citations.ts';
import { citationsByEngine } from '../functions/citations-by-engine.ts';
import { competitors } from '../functions/competitors.ts';
import { shareOfVoice } from '../functions/share-of-voice.ts';
import { websites } from '../functions/websites.ts';
import { refresh } from './parameters.ts';
import type { SheetFunction } from './sheet-function.ts';

const functions: readonly SheetFunction[] = [
  websites,
  citations,
  citationsByEngine,
  analytics,
  analyticsTotal,
  shareOfVoice,
  competitors,
  authority,
  authorityBreakdown,
];

/**
 * Every custom function of the add-on, in the order in which help lists them. Sheets runs a formula anew when an argument
 * changes (Google: guides/sheets/functions), so each takes one that means nothing else.
 */
export const catalogue: readonly SheetFunction[] = functions.map((one) => ({
  ...one,
  parameters: one.parameters.concat(refresh),
}));
