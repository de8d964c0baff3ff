import type { Incident } from '../data/incidents.ts';
import type { SiteSketch } from './demo-sites.ts';

/** One website for each kind of incident, so that a reader of the data can be shown what it must not be fooled by. */
export const EVENTFUL_SITES: readonly SiteSketch[] = [
  befallen('Launchpad Coffee', 'launchpad-coffee.example', {
    kind: 'launch',
    on: '2026-11-05',
    factor: 5,
    halfLife: 3,
  }),
  befallen('Flicker Tickets', 'flicker-tickets.example', { kind: 'outage', on: '2026-11-11', days: 2 }),
  befallen('Gap Analytics', 'gap-analytics.example', { kind: 'missingDay', on: '2026-11-12' }),
  befallen('Crowded Market', 'crowded-market.example', {
    kind: 'newRival',
    on: '2026-11-02',
    rival: { name: 'Newcomer Goods', domain: 'newcomer-goods.example', mentions: 40 },
  }),
  befallen('Rescored Review', 'rescored-review.example', { kind: 'newMethod', on: '2026-11-09' }),
];

function befallen(name: string, domain: string, incident: Incident): SiteSketch {
  return {
    name,
    domain,
    createdAt: '2024-03-04',
    story: 'quiet',
    visitors: 1_400,
    citations: 8,
    mentions: 28,
    authority: 60,
    topics: ['coffee subscriptions', 'concert tickets', 'web statistics'],
    rivals: [
      { name: 'Steady Rival', domain: 'steady-rival.example', mentions: 24 },
      { name: 'Second Rival', domain: 'second-rival.example', mentions: 12 },
    ],
    incidents: [incident],
  };
}
