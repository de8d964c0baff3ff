import {
  type Competitor,
  type Competitors,
  foldName,
  normalizeDomain,
  type Website,
} from '@answershare/core';
import { rankByShare } from '@answershare/core/statistics';
import { choiceError } from '../cells/choice-error.ts';
import { assertNoPeriod, errorOption, readOptions, readTextArgument } from '../cells/option-arguments.ts';
import { tabulate } from '../cells/stacked-tables.ts';
import { tableOptions } from '../cells/table-options.ts';
import { alignWithRange } from '../cells/website-argument.ts';
import { type Rows, toFigureCell } from '../ports/cell.ts';
import {
  errorsOnly,
  optionsText,
  type SheetFunction,
  stackedWebsites,
  tableOptionTexts,
  websiteOrRange,
} from './parameters.ts';

function rankCompetitors(website: Website, field: Competitors): Rows {
  const own = {
    name: website.name ?? website.domain ?? website.id,
    domain: website.domain,
    share: field.shareOfVoice,
    mentions: field.mentions,
    own: true,
  };
  const competitors = field.competitors.map((competitor) => ({ ...competitor, own: false }));
  return rankByShare([own, ...competitors]).map(({ contender, rank }) => [
    toFigureCell(rank),
    contender.name,
    contender.domain ?? '',
    toFigureCell(contender.share),
    toFigureCell(contender.mentions),
    contender.own,
  ]);
}

export const competitorsFunction: SheetFunction = {
  name: 'COMPETITORS',
  stacksTables: true,
  description: 'Ranks a website and its competitors by share of voice in AI answers.',
  parameters: [
    stackedWebsites,
    optionsText(...tableOptionTexts('name, share'), '"own=no" leaves your own website out'),
  ],
  returns:
    'A table: rank, name, domain, share of voice (a fraction), mentions, and TRUE for the own website.',
  examples: [
    {
      formula: '=COMPETITORS("example.com")',
      shows: 'A table, greatest share first, with the own website in it.',
    },
    {
      formula: '=COMPETITORS(A2; "own=no")',
      shows: 'The competitors alone, with the ranks of the whole field.',
    },
    {
      formula: '=COMPETITORS(A2; "top=5; columns=name, share; headers=no")',
      shows: 'The five greatest: name and share alone.',
    },
  ],
  answer([website, options], cellContext) {
    const { own, ...table } = readOptions(
      options,
      { ...tableOptions, own: ['yes', 'no'], ...errorOption },
      cellContext,
    );
    return tabulate(website, cellContext, 'COMPETITORS', 'competitors', table, () => ({
      header: ['Rank', 'Name', 'Domain', 'Share of voice', 'Mentions', 'Own'],
      rows({ website: found, value }) {
        const rows = rankCompetitors(found, value);
        return own === 'no' ? rows.filter((row) => row[5] !== true) : rows;
      },
    }));
  },
};

/** The share of a competitor, or of the own brand, by any of its names or domains. */
function findShare(field: Competitors, { name, domain }: Website, competitor: string): number | null {
  const brands: readonly Pick<Competitor, 'name' | 'domain' | 'share' | 'aliases'>[] = [
    ...field.competitors,
    { name: name ?? '', domain, share: field.shareOfVoice },
  ];
  const find = (toKey: (text: string) => string | null, isOf: 'name' | 'domain') => {
    const wanted = toKey(competitor);
    return brands.find(
      ({ aliases = [], ...brand }) =>
        wanted !== null && [brand[isOf] ?? '', ...aliases].some((text) => toKey(text) === wanted),
    );
  };
  const found = find(foldName, 'name') ?? find(normalizeDomain, 'domain');
  if (found) return found.share;
  if (field.competitors.length === 0) return null;
  const known = field.competitors.map((one) => one.name.trim());
  throw choiceError('not_found', competitor, known, (quoted) => `No competitor ${quoted} of this website.`);
}

export const shareOfVoiceFunction: SheetFunction = {
  name: 'SHARE_OF_VOICE',
  spreads: 'text',
  description: "A website's share of voice in AI answers, or one competitor's, as a fraction from 0 to 1.",
  parameters: [
    websiteOrRange,
    {
      name: 'competitor',
      text: 'Optional. A competitor by name or domain; blank for the website itself. A row of competitors and a column of websites give a grid.',
    },
    errorsOnly,
  ],
  returns: 'A fraction from 0 to 1; blank where the service gives none.',
  examples: [
    { formula: '=SHARE_OF_VOICE("example.com")', shows: '0.34, which the % format shows as 34%.' },
    { formula: '=SHARE_OF_VOICE(A2; "Rival Inc")', shows: "The rival's share in the same answers." },
  ],
  answer([website, competitor, options], cellContext) {
    const { on_error } = readOptions(options, errorOption, cellContext);
    const others = 'SHARE_OF_VOICE_CHANGE or SHARE_OF_VOICE_HISTORY';
    assertNoPeriod(competitor, cellContext, 'SHARE_OF_VOICE', others);
    const name = readTextArgument(competitor, 'competitor');
    return alignWithRange(
      website,
      cellContext,
      'competitors',
      (field, _, [answer]) =>
        toFigureCell(
          name === null || !answer?.website ? field.shareOfVoice : findShare(field, answer.website, name),
        ),
      { usage: 'SHARE_OF_VOICE(A2)', onError: on_error },
    );
  },
};
