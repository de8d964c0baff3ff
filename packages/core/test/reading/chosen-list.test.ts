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

it.each<[string, unknown, string]>([
  ['a row that is missing', { competitors: [{ name: 'Rival', share: 35 }, null] }, '/competitors'],
  ['a row and a name', { competitors: [{ name: 'Rival', share: 35 }, 'Other'] }, '/competitors'],
  ['values without names', { result: { rivals: [['Rival', 35]] } }, '/result/rivals'],
])('a list of competitors with %s is refused and not none', (_, body, pointer) => {
  const reading = readCompetitors({ shareOfVoice: 41, ...(body as object) });
  expect(reading.ok ? reading.value : reading.reason).toBe(
    `the rows at ${pointer} are no competitors that can be read`,
  );
});

it.each([
  { competitors: [] },
  { competitors: 3 },
  { competitors: null },
  { prompts: { competitors: [['Rival', 35]] } },
  { sentiment: { competitors: [['Rival', 35]] } },
])('%j has no list of competitors to be refused', (body) => {
  const reading = readCompetitors({ shareOfVoice: 41, ...body });
  expect(reading.ok ? reading.value.competitors : reading.reason).toEqual([]);
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
