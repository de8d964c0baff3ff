import { expect, it } from 'vitest';
import { readCompetitors, readWebsites } from '../../src/index.ts';

it('a list in an envelope counts by the name of what holds the envelope', () => {
  const reading = readWebsites({
    account: {
      websites: { nodes: [{ id: 'ws_1', name: 'Acme', domain: 'acme.example' }] },
      nodes: [{ id: 'u_1', name: 'Ann' }],
    },
  });
  expect(reading.ok && reading.value).toEqual([{ id: 'ws_1', name: 'Acme', domain: 'acme.example' }]);
});

it('rows with shares are read before a list of the same names', () => {
  const reading = readCompetitors({
    shareOfVoice: 41,
    competitors: ['Rival', 'Other'],
    competitorStats: [
      { name: 'Rival', share: 35 },
      { name: 'Other', share: 24 },
    ],
  });
  expect(reading.ok && reading.value).toEqual({
    shareOfVoice: 0.41,
    mentions: null,
    totalMentions: null,
    competitors: [
      { name: 'Rival', domain: null, share: 0.35, mentions: null },
      { name: 'Other', domain: null, share: 0.24, mentions: null },
    ],
  });
});
