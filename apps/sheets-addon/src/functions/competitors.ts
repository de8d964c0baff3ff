import type { Competitor, Competitors, Website } from '@answershare/core';
import { rankByShare } from '@answershare/core/statistics';
import { oneWebsite, optionsText } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { figure, type Rows } from '../cells/cell.ts';
import { aboutOne } from '../cells/one-website.ts';
import { readOptions } from '../cells/options-argument.ts';
import { table } from '../cells/table.ts';

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');

/** True for the website's own entry: its domain, or its name where one of the two has no domain. */
function isOwn(website: Website, { name, domain }: Competitor): boolean {
  if (website.domain !== null && domain !== null) return plain(website.domain) === plain(domain);
  return website.name !== null && plain(website.name) === plain(name);
}

// Whether the service lists the own brand among its competitors is not shown (specification §4): it is ranked once.
function ranked(website: Website, field: Competitors): Rows {
  const listed = field.competitors.find((entry) => isOwn(website, entry));
  const own = {
    name: website.name ?? website.domain ?? website.id,
    domain: website.domain,
    share: field.shareOfVoice ?? listed?.share ?? null,
    mentions: field.mentions ?? listed?.mentions ?? null,
    own: true,
  };
  const rivals = field.competitors
    .filter((entry) => !isOwn(website, entry))
    .map((rival) => ({ ...rival, own: false }));
  return rankByShare([own, ...rivals]).map(({ contender, rank }) => [
    figure(rank),
    contender.name,
    contender.domain ?? '',
    figure(contender.share),
    figure(contender.mentions),
    contender.own,
  ]);
}

export const competitors: SheetFunction = {
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
  answer([website, options], desk) {
    const { headers, own } = readOptions(options, { headers: ['yes', 'no'], own: ['yes', 'no'] });
    const { website: found, value } = aboutOne(desk, 'COMPETITORS', 'competitors', website);
    const rows = ranked(found, value);
    const shown = own === 'no' ? rows.filter((row) => row[5] !== true) : rows;
    return table(['Rank', 'Name', 'Domain', 'Share of voice', 'Mentions', 'Own'], shown, headers);
  },
};
