import { describe, expect, it } from 'vitest';
import { readCompetitors } from '../../src/index.ts';

const rival = { name: 'Rival', domain: null, share: 0.2, mentions: null };

const namesIn = (competitors: unknown): unknown => {
  const reading = readCompetitors({ share_of_voice: 40, competitors });
  return reading.ok ? reading.value.competitors.map(({ name }) => name) : reading.reason;
};

describe('what is left of the whole', () => {
  it.each([
    'All others',
    'Others',
    '(other)',
    '[Other]',
    '<others>',
    'All other',
    'Any other',
    'The other',
    'Other brands',
    'All the other companies',
    'Everyone else',
    'Everybody',
    'Rest of market',
    'The rest',
    'The rest of the market',
    'Remaining competitors',
    'Remainder',
    'Unknown brand',
    'Unattributed',
    'Uncategorised',
    'Miscellaneous',
    '(not set)',
    'No brand',
    'Long tail',
  ])('%s is nobody', (name) => {
    const reading = readCompetitors({
      share_of_voice: 40,
      competitors: [
        { name: 'Rival', share: 20 },
        { name, share: 40 },
      ],
    });
    expect(reading).toMatchObject({ ok: true, value: { shareOfVoice: 0.4, competitors: [rival] } });
    expect(reading.trace.notes).toEqual([`"${name}" is nobody: what is left of the whole was left out`]);
  });

  it('is a brand where it has a domain', () => {
    const others = { name: 'Others', share: 40, domain: 'others.example' };
    expect(namesIn([{ name: 'Rival', share: 20 }, others])).toEqual(['Rival', 'Others']);
    expect(
      namesIn([
        { name: 'Rival', share: 20 },
        { ...others, domain: 'n/a' },
      ]),
    ).toEqual(['Rival']);
  });

  it('may be a brand where it is Other, which is told', () => {
    const reading = readCompetitors({ share_of_voice: 40, competitors: { Rival: 20, Other: 40 } });
    expect(reading).toMatchObject({ value: { competitors: [rival, { name: 'Other', share: 0.4 }] } });
    expect(reading.trace.notes).toEqual(['"Other" may be what is left of the whole and no competitor']);
    const known = { name: 'Other', share: 40, domain: 'other.example' };
    expect(readCompetitors({ share_of_voice: 40, competitors: [known] }).trace.notes).toEqual([]);
  });

  it.each(['Other Stories', '(A) other', 'Restream', 'Unilever', 'Median', 'AVG', 'Marketo'])(
    '%s is a brand',
    (name) => {
      expect(
        namesIn([
          { name: 'Rival', share: 20 },
          { name, share: 40 },
        ]),
      ).toEqual(['Rival', name]);
    },
  );

  it('counts as a part of the whole where the own brand stands in the list', () => {
    const rivals = [
      { name: 'A', share: 40 },
      { name: 'Rival', share: 20 },
      { name: 'Others', share: 40 },
    ];
    expect(namesIn(rivals)).toEqual(['Rival']);
  });

  it('counts among all mentions', () => {
    const competitors = [
      { name: 'A', mentions: 40 },
      { name: 'B', mentions: 25 },
      { name: 'Others', mentions: 35 },
    ];
    const reading = readCompetitors({ mentions: 40, share_of_voice: null, total_mentions: 100, competitors });
    expect(reading).toMatchObject({
      value: { mentions: 40, totalMentions: 100, competitors: [{ name: 'B', mentions: 25 }] },
    });
  });

  it('tells the unit of a share beside it', () => {
    const competitors = [
      { name: 'Rival', share: 0.2 },
      { name: 'Others', share: 0.8 },
    ];
    expect(readCompetitors({ competitors, share_of_voice: 0 })).toMatchObject({
      value: { competitors: [rival] },
    });
  });
});

describe('a sum or an average over brands', () => {
  it.each<[object]>([
    [{ name: 'Industry average' }],
    [{ name: 'Category average' }],
    [{ name: 'Average' }],
    [{ name: 'Market avg' }],
    [{ name: 'Competitor median' }],
    [{ name: 'Peer benchmark' }],
    [{ name: 'All competitors' }],
    [{ name: 'Total' }],
    [{ name: 'B & co', is_aggregate: true }],
    [{ name: 'B & co', aggregated: true }],
    [{ name: 'B & co', type: 'benchmark' }],
    [{ name: 'B & co', kind: 'Others' }],
  ])('%j is nobody', (row) => {
    const reading = readCompetitors({
      share_of_voice: 40,
      competitors: [
        { name: 'Rival', share: 20 },
        { ...row, share: 30 },
      ],
    });
    expect(reading).toMatchObject({ ok: true, value: { shareOfVoice: 0.4, competitors: [rival] } });
    expect(reading.trace.notes).toEqual(['a row of a sum or an average over all was left out']);
  });

  it.each<[object]>([
    [{ name: 'B', is_aggregate: false }],
    [{ name: 'B', type: 'other' }],
    [{ name: 'Average', domain: 'average.example' }],
  ])('%j is a brand', (row) => {
    const reading = readCompetitors({ share_of_voice: 40, competitors: [{ ...row, share: 20 }] });
    expect(reading).toMatchObject({ ok: true, value: { competitors: [{ share: 0.2 }] } });
  });
});
