import type { Language } from '../../texts/language.ts';
import { fillText, listTexts, type TextKey, type Translate } from '../../texts/texts.ts';
import { alertPanelTexts } from './alert-panel-texts.ts';
import { doctorPanelTexts } from './doctor-panel-texts.ts';
import { failedPanelTexts } from './failed-panel-texts.ts';
import { faultTexts } from './fault-texts.ts';
import { fieldTexts } from './field-texts.ts';
import { formulaViewTexts } from './formula-view-texts.ts';
import { keyViewTexts } from './key-view-texts.ts';
import { readingPanelTexts } from './reading-panel-texts.ts';
import { refreshViewTexts } from './refresh-view-texts.ts';
import { reportViewTexts } from './report-view-texts.ts';
import { scheduleViewTexts } from './schedule-view-texts.ts';
import { viewTexts } from './view-texts.ts';

const ownTexts = {
  ...alertPanelTexts,
  ...doctorPanelTexts,
  ...failedPanelTexts,
  ...faultTexts,
  ...fieldTexts,
  ...formulaViewTexts,
  ...keyViewTexts,
  ...readingPanelTexts,
  ...refreshViewTexts,
  ...reportViewTexts,
  ...scheduleViewTexts,
  ...viewTexts,
};

/** The sidebar shows texts of the script as well. */
export type SidebarTextKey = TextKey | keyof typeof ownTexts;

export type SidebarTranslate = Translate<SidebarTextKey>;

/** Every text, of the script and of the sidebar. */
export const sidebarTexts = { ...listTexts(), ...ownTexts };

export const isTextKey = (key: string): key is SidebarTextKey => Object.keys(sidebarTexts).includes(key);

export function createSidebarTranslate(language: Language): SidebarTranslate {
  return (key, values = {}) => fillText(sidebarTexts[key][language], values, language);
}
