import { describe, expect, it } from 'vitest';
import {
  type Competitor,
  type Competitors,
  mergeBrands,
  mergeEngines,
  type NameList,
} from '../../src/index.ts';

const website = { id: 'ws_1', name: 'Northwind', domain: 'northwind.example' };
const row = (name: string, domain: string | null, share: number | null): Competitor => ({
  name,
  domain,
  share,
  mentions: share === null ? null : share * 1_000,
});
const field = (shareOfVoice: number | null, ...competitors: readonly Competitor[]): Competitors => ({
  shareOfVoice,
  mentions: shareOfVoice === null ? null : shareOfVoice * 1_000,
  totalMentions: 1_000,
  competitors,
});

const merge = (of: Competitors, names: NameList = {}, day = '2026-11-23') => {
  const { shareOfVoice, mentions, competitors } = mergeBrands(of, website, names, day);
  return [shareOfVoice, mentions, ...competitors.map(({ name, domain, share }) => [name, domain, share])];
};

const hub = row('Hub', 'hub.example', 0.35);
const hubCrm = row('Hub CRM', 'www.hub.example', 0.15);
const fell = row('Fell', 'fell.example', 0.2);

describe('rows of one brand', () => {
  it.each([[[hub, hubCrm, fell]], [[hubCrm, hub, fell]]])(
    'are summed where all shares make the whole',
    (rows) => {
      expect(merge(field(0.3, ...rows))).toEqual([
        0.3,
        300,
        ['Hub', 'hub.example', 0.5],
        ['Fell', 'fell.example', 0.2],
      ]);
    },
  );

  it('stay apart where they may overlap, and where a share is unknown', () => {
    const rows = [hub, hubCrm, fell].map(({ name, domain, share }) => [name, domain, share]);
    expect(merge(field(0.5, hub, hubCrm, fell))).toEqual([0.5, 500, ...rows]);
    expect(merge(field(null, hub, hubCrm, fell))).toEqual([null, null, ...rows]);
  });

  it('are summed where the names say so, from their day on, and unknown with an unknown part', () => {
    const brands = [{ name: 'Hub Group', aliases: ['hub.example', 'HUB  crm', 'Fell'], from: '2026-11-20' }];
    const other = row('Hub CRM', null, null);
    expect(merge(field(0.5, hub, fell), { brands })).toEqual([0.5, 500, ['Hub Group', 'hub.example', 0.55]]);
    expect(merge(field(0.5, hub, fell), { brands }, '2026-11-19')).toHaveLength(4);
    expect(merge(field(0.5, hub, other), { brands })).toEqual([0.5, 500, ['Hub Group', 'hub.example', null]]);
  });

  it('keep all names, so that each of them finds the brand', () => {
    const [found] = mergeBrands(field(0.3, hubCrm, hub, fell), website, {}, '2026-11-23').competitors;
    expect(found?.aliases).toEqual(['Hub CRM', 'www.hub.example', 'Hub', 'hub.example']);
  });
});

describe('the own brand', () => {
  const brands = [{ name: 'Northwind', aliases: ['Northwind Inc.', 'northwind.shop'] }];

  it.each([
    ['by its domain', row('The brand', 'www.northwind.example', 0.4), {}],
    ['by its name', row('NORTHWIND', null, 0.4), {}],
    ['by an alias', row('Northwind Inc.', null, 0.4), { brands }],
    ['by another domain', row('Shop', 'northwind.shop', 0.4), { brands }],
  ])('is no competitor %s, and its row gives what the body lacks', (_, own, names) => {
    const rest = [row('Alba', 'alba.example', 0.4), fell];
    const listed = rest.map(({ name, domain, share }) => [name, domain, share]);
    expect(merge(field(null, own, ...rest), names)).toEqual([0.4, 400, ...listed]);
    expect(merge(field(0.41, own, ...rest), names)).toEqual([0.41, 410, ...listed]);
  });

  it('has the rows of its aliases where they are parts of the whole', () => {
    const rows = [row('Northwind Inc.', null, 0.1), row('Alba', 'alba.example', 0.6)];
    expect(merge(field(0.3, ...rows), { brands })).toEqual([0.4, 400, ['Alba', 'alba.example', 0.6]]);
    const repeated = [row('Northwind Inc.', null, 0.2), row('Alba', 'alba.example', 0.6)];
    expect(merge(field(0.2, ...repeated), { brands })).toEqual([0.2, 200, ['Alba', 'alba.example', 0.6]]);
    const unnamed = [row('Northwind', null, 0.1), row('Alba', 'alba.example', 0.6)];
    expect(merge(field(0.3, ...unnamed))).toEqual([0.3, 300, ['Alba', 'alba.example', 0.6]]);
  });
});

describe('citations by engine', () => {
  const feed = {
    byEngine: [
      { engine: 'bard', label: 'Bard', count: 3 },
      { engine: 'gemini', label: 'Gemini', count: 4 },
      { engine: 'acmebot', label: 'AcmeBot', count: 5 },
    ],
    items: [{ engine: 'acmebot' }, { engine: null }],
  } as unknown as Parameters<typeof mergeEngines>[0];

  it('have the names of today, and those of the list', () => {
    expect(mergeEngines(feed, {}, '2026-11-23').byEngine).toEqual([
      { engine: 'gemini', label: 'Gemini', count: 7 },
      { engine: 'acmebot', label: 'AcmeBot', count: 5 },
    ]);
    const engines = [{ name: 'ChatGPT', aliases: ['AcmeBot'] }];
    const named = mergeEngines(feed, { engines }, '2026-11-23');
    expect(named.byEngine.map(({ label, count }) => [label, count])).toEqual([
      ['Gemini', 7],
      ['ChatGPT', 5],
    ]);
    expect(named.items?.map(({ engine }) => engine)).toEqual(['chatgpt', null]);
  });
});
