import type { ScheduleDesign } from '../settings/mail-design.ts';
import type { LogoImage } from './body.ts';

/** The look of a schedule's mails. */
export interface MailDesign extends Omit<ScheduleDesign, 'colour' | 'logo'> {
  /** Address of a website's dashboard with `{website}` in it; null without one. */
  readonly dashboard: string | null;
  readonly colour: string;
  readonly logo: LogoImage | null;
}

/** Behind the cards on a dark screen. */
export const darkGround = '#282e37';

export const defaultDesign: MailDesign = {
  dashboard: null,
  colour: '#1f5fbf',
  logo: null,
  intro: null,
  footer: null,
  sections: ['competitors', 'engines', 'components', 'pages'],
  template: null,
  sheet: null,
  formulas: false,
};

/** The dashboard of a website; empty without a template. */
export function toDashboardUrl(template: string | null, id: string): string {
  return template === null ? '' : template.replaceAll('{website}', encodeURIComponent(id));
}
