import { analytics } from '../functions/analytics.ts';
import { analyticsTotal } from '../functions/analytics-total.ts';
import { apiField } from '../functions/api-field.ts';
import { apiStatus } from '../functions/api-status.ts';
import { apiTable } from '../functions/api-table.ts';
import { authority } from '../functions/authority.ts';
import { authorityBreakdown } from '../functions/authority-breakdown.ts';
import { citations } from '../functions/citations.ts';
import { citationsByEngine } from '../functions/citations-by-engine.ts';
import { competitors } from '../functions/competitors.ts';
import { diagnose } from '../functions/diagnose.ts';
import { explain } from '../functions/explain.ts';
import { shareOfVoice } from '../functions/share-of-voice.ts';
import { authorityChange, citationsChange, shareOfVoiceChange } from '../functions/tracked-changes.ts';
import { websites } from '../functions/websites.ts';
import type { SheetFunction } from './sheet-function.ts';

/** Every custom function, in the order in which help lists them. */
export const functions: readonly SheetFunction[] = [
  websites,
  citations,
  citationsByEngine,
  analytics,
  analyticsTotal,
  shareOfVoice,
  competitors,
  authority,
  authorityBreakdown,
  authorityChange,
  shareOfVoiceChange,
  citationsChange,
  apiField,
  apiTable,
  apiStatus,
  explain,
  diagnose,
];
