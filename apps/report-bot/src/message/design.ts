import type { Dashboards, ScheduleDesign } from '../settings/mail-design.ts';
import { splitLedgerId } from '../settings/services.ts';
import type { LogoImage } from './body.ts';

/** The look of a schedule's mails. */
export interface MailDesign extends Omit<ScheduleDesign, 'colour' | 'logo'> {
  readonly dashboard: Dashboards;
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
export function toDashboardUrl(dashboards: Dashboards, websiteId: string): string {
  const byService = typeof dashboards === 'string' ? { '': dashboards } : (dashboards ?? {});
  const { service, id } = splitLedgerId(websiteId, Object.keys(byService));
  return byService[service]?.replaceAll('{website}', encodeURIComponent(id)) ?? '';
}
