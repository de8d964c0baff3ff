import {
  type Competitor,
  type Competitors,
  foldName,
  normalizeDomain,
  type Website,
} from '@answershare/core';
import { rankByShare } from '@answershare/core/statistics';
import { choiceError } from '../cells/fault-text.ts';
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

/** True for the website's own entry: same domain, or same name if one of them has no domain. */
function isOwn(website: Website, { name, domain }: Competitor): boolean {
  if (website.domain !== null && domain !== null)
    return normalizeDomain(website.domain) === normalizeDomain(domain);
  return website.name !== null && foldName(website.name) === foldName(name);
}

// The service may or may not list the own brand as a competitor (specification §4 is silent): it is ranked
// once.
function rankCompetitors(website: Website, field: Competitors): Rows {
  const listed = field.competitors.find((entry) => isOwn(website, entry));
  const own = {
    name: website.name ?? website.domain ?? website.id,
    domain: website.domain,
    share: field.shareOfVoice ?? listed?.share ?? null,
    mentions: field.mentions ?? listed?.mentions ?? null,
    own: true,
  };
  const competitors = field.competitors
    .filter((entry) => !isOwn(website, entry))
    .map((competitor) => ({ ...competitor, own: false }));
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
    const { own, ...table } = readOptions(options, { ...tableOptions, own: ['yes', 'no'], ...errorOption });
    return tabulate(website, cellContext, 'COMPETITORS', 'competitors', table, () => ({
      header: ['Rank', 'Name', 'Domain', 'Share of voice', 'Mentions', 'Own'],
      rows({ website: found, value }) {
        const rows = rankCompetitors(found, value);
        return own === 'no' ? rows.filter((row) => row[5] !== true) : rows;
      },
    }));
  },
};

function findCompetitorShare(field: Competitors, competitor: string): number | null {
  const wanted = foldName(competitor);
  const wantedDomain = normalizeDomain(competitor);
  const found =
    field.competitors.find(({ name }) => foldName(name) === wanted) ??
    field.competitors.find(
      ({ domain }) => wantedDomain !== null && domain !== null && normalizeDomain(domain) === wantedDomain,
    );
  if (found) return found.share;
  if (field.competitors.length === 0) return null;
  const known = field.competitors.map(({ name }) => name.trim());
  throw choiceError('not_found', competitor, known, (quoted) => `No competitor ${quoted} of this website.`);
}

export const shareOfVoiceFunction: SheetFunction = {
  name: 'SHARE_OF_VOICE',
  description: "A website's share of voice in AI answers, or one competitor's, as a fraction from 0 to 1.",
  parameters: [
    websiteOrRange,
    { name: 'competitor', text: 'Optional. A competitor by name or domain; blank for the website itself.' },
    errorsOnly,
  ],
  returns: 'A fraction from 0 to 1; blank where the service gives none.',
  examples: [
    { formula: '=SHARE_OF_VOICE("example.com")', shows: '0.34, which the % format shows as 34%.' },
    { formula: '=SHARE_OF_VOICE(A2; "Rival Inc")', shows: "The rival's share in the same answers." },
  ],
  answer([website, competitor, options], cellContext) {
    const { on_error } = readOptions(options, errorOption);
    const others = 'SHARE_OF_VOICE_CHANGE or SHARE_OF_VOICE_HISTORY';
    assertNoPeriod(competitor, cellContext, 'SHARE_OF_VOICE', others);
    const name = readTextArgument(competitor, 'competitor');
    return alignWithRange(
      website,
      cellContext,
      'competitors',
      (field) => toFigureCell(name === null ? field.shareOfVoice : findCompetitorShare(field, name)),
      { usage: 'SHARE_OF_VOICE(A2)', onError: on_error },
    );
  },
};
