import type { Competitor, Competitors, Website } from '@answershare/core';
import { rankByShare } from '@answershare/core/statistics';
import { errorOption, readOptions, readTextArgument } from '../cells/option-arguments.ts';
import { alignWithRange, answerAboutOne } from '../cells/website-argument.ts';
import { CellError, type Rows, toFigureCell, toTable } from '../ports/cell.ts';
import { errorsOnly, oneWebsite, optionsText, type SheetFunction, websiteOrRange } from './parameters.ts';

const normalizeBrand = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');

/** True for the website's own entry: same domain, or same name if one of them has no domain. */
function isOwn(website: Website, { name, domain }: Competitor): boolean {
  if (website.domain !== null && domain !== null)
    return normalizeBrand(website.domain) === normalizeBrand(domain);
  return website.name !== null && normalizeBrand(website.name) === normalizeBrand(name);
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
  description: 'Ranks a website and its competitors by share of voice in AI answers.',
  parameters: [
    oneWebsite,
    optionsText('"headers=no" leaves the first row out', '"own=no" leaves your own website out'),
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
  ],
  answer([website, options], cellContext) {
    const { headers, own } = readOptions(options, { headers: ['yes', 'no'], own: ['yes', 'no'] });
    const { website: found, value } = answerAboutOne(cellContext, 'COMPETITORS', 'competitors', website);
    const rows = rankCompetitors(found, value);
    const headed = own === 'no' ? rows.filter((row) => row[5] !== true) : rows;
    return toTable(['Rank', 'Name', 'Domain', 'Share of voice', 'Mentions', 'Own'], headed, headers);
  },
};

const normalizeName = (domain: string | null): string => (domain ?? '').toLowerCase().replace(/^www\./, '');

function findCompetitorShare(field: Competitors, competitor: string): number | null {
  const wanted = competitor.toLowerCase();
  const found =
    field.competitors.find(({ name }) => name.trim().toLowerCase() === wanted) ??
    field.competitors.find(({ domain }) => normalizeName(domain) === normalizeName(wanted));
  if (found) return found.share;
  if (field.competitors.length === 0) return null;
  const known = field.competitors.slice(0, 3).map(({ name }) => name);
  const more = field.competitors.length - known.length;
  const others = more > 0 ? ` and ${more} more` : '';
  throw new CellError(
    'not_found',
    `No competitor "${competitor}" of this website. There is ${known.join(', ')}${others}.`,
  );
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
    const name = readTextArgument(competitor, 'competitor');
    return alignWithRange(
      website,
      cellContext,
      'competitors',
      (field) => toFigureCell(name === null ? field.shareOfVoice : findCompetitorShare(field, name)),
      { onError: on_error },
    );
  },
};
