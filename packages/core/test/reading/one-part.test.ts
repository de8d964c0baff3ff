import { describe, expect, it } from 'vitest';
import { readCompetitors } from '../../src/index.ts';

const row = { share_of_voice: 33, competitors: [{ name: 'Rival', share_of_voice: 50 }] };

const told = (body: unknown): unknown => {
  const reading = readCompetitors(body);
  return reading.ok
    ? [reading.value.shareOfVoice, reading.trace.confidence, reading.trace.notes]
    : reading.reason;
};
const refused =
  'says that the only row there is one of several, so its shares are of that part alone: give a mapping if they are of all';

describe('the only row of a list', () => {
  it.each([
    'topic',
    'prompt',
    'query',
    'question',
    'keyword',
    'engine',
    'platform',
    'assistant',
    'intent',
    'persona',
  ])('is no whole where it names its %s', (name) => {
    expect(told({ data: [{ [name]: 'one', ...row }] })).toBe(`/data/0/${name} ${refused}`);
  });

  it.each([{ name: 'CRM' }, { id: 't7' }, { text: 'best crm' }])(
    'is no whole where it names its part as %j',
    (topic) => {
      expect(told({ results: [{ topic, ...row }] })).toBe(`/results/0/topic ${refused}`);
    },
  );

  it('is no whole where it has no own share', () => {
    const { competitors } = row;
    expect(told({ results: [{ topic: 'CRM', competitors }] })).toBe(`/results/0/topic ${refused}`);
  });

  it.each<[string, object]>([
    ['all', { engine: 'All engines' }],
    ['any', { engine: 'any' }],
    ['every', { topic: 'every topic' }],
    ['overall', { topic: 'Overall' }],
    ['total', { topic: 'total' }],
    ['combined', { platform: 'combined' }],
    ['nothing', { topic: null }],
    ['a word for the unknown', { topic: 'n/a' }],
    ['a number of them', { prompts: 50 }],
    ['several of them', { topics: ['CRM'] }],
    ['figures of each of them', { engines: { chatgpt: 30 } }],
    ['the whole world', { country: 'Worldwide' }],
    ['the globe', { region: 'global' }],
    ['a day', { date: '2026-11-01' }],
  ])('is the whole where it names %s', (_, part) => {
    expect(told({ data: [{ ...part, ...row }] })).toEqual([0.33, 1, []]);
  });

  it.each(['country', 'country_code', 'region', 'city', 'language', 'locale'])(
    'is a doubt where it names its %s',
    (name) => {
      expect(told({ data: [{ [name]: 'US', ...row }] })).toEqual([
        0.33,
        0.8,
        [`the shares may be of the one ${name} alone that /data/0/${name} names`],
      ]);
    },
  );

  it('is no whole at the top', () => {
    expect(told([{ topic: 'CRM', ...row }])).toBe(`/0/topic ${refused}`);
  });

  it('is no whole where an object of it names the part', () => {
    expect(told({ data: [{ summary: { topic: 'CRM', ...row } }] })).toBe(`/data/0/summary/topic ${refused}`);
  });

  it('says nothing of what stands beside the list', () => {
    expect(told({ ...row, topics: [{ topic: 'CRM', volume: 4 }] })).toEqual([0.33, 1, []]);
  });

  it('says nothing where the own share stands in the last of a path', () => {
    expect(told({ share_of_voice: 33, data: [{ topic: 'CRM' }] })).toEqual([
      0.33,
      1,
      ['no list of competitors was found'],
    ]);
  });
});
