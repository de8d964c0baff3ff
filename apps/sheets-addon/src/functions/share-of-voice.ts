import type { Competitors } from '@answershare/core';
import { errorsOnly, websiteOrRange } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { aligned } from '../cells/aligned.ts';
import { figure } from '../cells/cell.ts';
import { errorOption } from '../cells/on-error.ts';
import { readOptions } from '../cells/options-argument.ts';
import { Refusal } from '../cells/refusal.ts';
import { textArgument } from '../cells/text-argument.ts';

const bare = (domain: string | null): string => (domain ?? '').toLowerCase().replace(/^www\./, '');

function rivalShare(field: Competitors, rival: string): number | null {
  const wanted = rival.toLowerCase();
  const found =
    field.competitors.find(({ name }) => name.trim().toLowerCase() === wanted) ??
    field.competitors.find(({ domain }) => bare(domain) === bare(wanted));
  if (found) return found.share;
  if (field.competitors.length === 0) return null;
  const known = field.competitors.slice(0, 3).map(({ name }) => name);
  const more = field.competitors.length - known.length;
  const others = more > 0 ? ` and ${more} more` : '';
  throw new Refusal(
    'not_found',
    `No competitor "${rival}" of this website. There is ${known.join(', ')}${others}.`,
  );
}

export const shareOfVoice: SheetFunction = {
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
  answer([website, competitor, options], desk) {
    const { on_error } = readOptions(options, errorOption);
    const rival = textArgument(competitor, 'competitor');
    return aligned(
      website,
      desk,
      'competitors',
      (field) => figure(rival === null ? field.shareOfVoice : rivalShare(field, rival)),
      { onError: on_error },
    );
  },
};
