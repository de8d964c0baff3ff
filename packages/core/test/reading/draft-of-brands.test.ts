import { describe, expect, it } from 'vitest';
import { type Kind, suggestMapping } from '../../src/index.ts';

const drafted = (kind: Kind, body: unknown): unknown => suggestMapping(kind, body).mapping;
const competitors = [
  { name: 'Rival', share_of_voice: 42 },
  { name: 'Zeta', share_of_voice: 27 },
];
const rows = { 'competitors.name': '/name', 'competitors.share': '/share_of_voice' };

describe('the draft of a mapping for competitors', () => {
  it('takes a percentage for the own share and no maximum', () => {
    expect(drafted('competitors', { sovScore: 20, sovMax: 40, sovPercent: 50, competitors })).toEqual({
      rows: '/competitors/*',
      fields: { shareOfVoice: '/sovPercent', ...rows },
    });
  });

  it.each([
    ['7d', '30d'],
    ['30d', 'now'],
    ['1w', '4w'],
    ['1m', '12m'],
    ['1y', 'all'],
    ['thisMonth', 'lastMonth'],
    ['this_week', 'last_week'],
    ['today', 'yesterday'],
    ['lastQuarter', 'now'],
    ['pastYear', 'now'],
    ['previous', 'now'],
    ['currentMonth', 'now'],
  ])('takes no rivals from shares of %s', (one, other) => {
    expect(drafted('competitors', { share_of_voice: { [one]: 31, [other]: 29 } })).toEqual({ fields: {} });
  });

  it.each(['7days Inc', 'Lastpass', 'Currents', 'Tomorrow', 'Today Media', 'Not Today', '7d Studio', 'A 7d'])(
    'takes %s for a rival',
    (name) => {
      expect(drafted('competitors', { share_of_voice: { [name]: 31, Rival: 29 } })).toEqual({
        rows: '/share_of_voice/*',
        fields: { 'competitors.name': '*', 'competitors.share': '' },
      });
    },
  );

  it.each(['brandId', 'brand_id'])('names no rival by its %s', (id) => {
    const brandMetrics = competitors.map((row, at) => ({ [id]: `b${at}`, brandTitle: row.name, sov: 20 }));
    expect(drafted('competitors', { brandMetrics })).toEqual({
      rows: '/brandMetrics/*',
      fields: { 'competitors.name': '/brandTitle', 'competitors.share': '/sov' },
    });
  });

  it('names a rival by its brandIdentity', () => {
    const brandMetrics = competitors.map(({ name }) => ({ brandIdentity: name, sov: 20 }));
    expect(drafted('competitors', { brandMetrics })).toMatchObject({
      fields: { 'competitors.name': '/brandIdentity' },
    });
  });

  it.each(['topic', 'engine', 'platform', 'assistant'])('takes no own share from a row of one %s', (part) => {
    expect(drafted('competitors', { lista: [{ [part]: 'one', share_of_voice: 33, competitors }] })).toEqual({
      rows: '/lista/*/competitors/*',
      fields: rows,
    });
  });

  it('takes the own share beside shares by engine', () => {
    expect(drafted('competitors', { engine: { chatgpt: 30 }, share_of_voice: 33, competitors })).toEqual({
      rows: '/competitors/*',
      fields: { shareOfVoice: '/share_of_voice', ...rows },
    });
  });
});

describe('the draft of a mapping for websites', () => {
  it.each([
    'team_id',
    'ownerId',
    'client_id',
    'userId',
    'account_id',
    'organization_id',
    'organisationId',
    'org_id',
    'workspaceId',
    'customer_id',
    'companyId',
    'member_id',
    'groupid',
  ])('takes no website by its %s', (id) => {
    expect(drafted('websites', { websites: [{ [id]: 't1', name: 'Acme', domain: 'acme.example' }] })).toEqual(
      {
        rows: '/websites/*',
        fields: { id: '/domain', name: '/name', domain: '/domain' },
      },
    );
  });

  it.each(['monitor_id', 'monitorId', 'steam_id', 'client_id_of_site'])('takes one by its %s', (id) => {
    expect(drafted('websites', { websites: [{ [id]: 't1', name: 'Acme', domain: 'acme.example' }] })).toEqual(
      {
        rows: '/websites/*',
        fields: { id: `/${id}`, name: '/name', domain: '/domain' },
      },
    );
  });
});
