import type { SiteSketch } from './demo-sites.ts';

/** A second team, so that "not in the caller's team" can be tried. */
export const OTHER_TEAM_SITES: readonly SiteSketch[] = [
  {
    name: 'Lumen Bicycles',
    domain: 'lumen-bicycles.example',
    createdAt: '2024-05-06',
    story: 'quiet',
    visitors: 900,
    citations: 4,
    mentions: 21,
    authority: 60,
    topics: ['cargo bikes', 'bike lights'],
    rivals: [
      { name: 'Spokeworks', domain: 'spokeworks.example', mentions: 26 },
      { name: 'Velora', domain: 'velora.example', mentions: 17 },
    ],
  },
];

/** Form 1's sandbox dataset: what the team's test keys read instead of live data (specification §5). */
export const TEST_DATA_SITES: readonly SiteSketch[] = [
  {
    name: 'Sample Store',
    domain: 'sample-store.example',
    createdAt: '2024-01-01',
    story: 'quiet',
    visitors: 120,
    citations: 2,
    mentions: 10,
    authority: 50,
    topics: ['sample goods', 'gift cards'],
    rivals: [
      { name: 'Sample Rival', domain: 'sample-rival.example', mentions: 12 },
      { name: 'Other Rival', domain: 'other-rival.example', mentions: 6 },
    ],
  },
  {
    name: 'Sample Journal',
    domain: 'sample-journal.example',
    createdAt: '2024-01-01',
    story: 'quiet',
    visitors: 60,
    citations: 1,
    mentions: 8,
    authority: 45,
    topics: ['sample essays'],
    rivals: [{ name: 'Sample Gazette', domain: 'sample-gazette.example', mentions: 9 }],
  },
];
