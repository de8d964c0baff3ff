import type { ScheduleDesign } from '../settings/mail-design.ts';
import { createLogo, type LogoImage } from './logo.ts';

/** The look of a schedule's mails. */
export interface MailDesign extends Omit<ScheduleDesign, 'colour' | 'logo'> {
  /** Address of a website's dashboard with `{website}` in it; null without one. */
  readonly dashboard: string | null;
  /** Accent, `#rrggbb`. */
  readonly colour: string;
  readonly logo: LogoImage | null;
}

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

/** The design that a schedule's settings give. */
export function toMailDesign(design: ScheduleDesign, dashboard: string | null): MailDesign {
  return {
    ...design,
    dashboard,
    colour: design.colour ?? defaultDesign.colour,
    logo: design.logo === null ? null : createLogo(design.logo),
  };
}

/** The dashboard of a website; empty without a template. */
export function toDashboardUrl(template: string | null, id: string): string {
  return template === null ? '' : template.replaceAll('{website}', encodeURIComponent(id));
}
