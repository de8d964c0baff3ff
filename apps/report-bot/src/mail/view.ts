import { differencesToJudge, minimumShareEffect, toPoints } from '@answershare/core/statistics';
import type { Digest } from '../digest/digest.ts';
import type { DigestMetric } from '../digest/metric.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import type { Formatter } from './formatter.ts';
import { formatBriefChange, formatHeadline, formatNote, formatSubjectClause } from './sentences.ts';
import {
  type ChangeView,
  createChangeView,
  createSiteView,
  type RowLimits,
  type SiteView,
} from './site-view.ts';
import { formatNameList, toPlainName } from './text-layout.ts';

const levelsSentence = 'Levels are means over the days of the week.';

/** The rule for a direction, as far as it applied to the comparisons of this week. */
export function formatLegend(sites: readonly SiteDigest[]): string {
  const shares = sites.flatMap(({ share }) => share.rows.map(({ metric }) => metric));
  const all = [...shares, ...sites.flatMap(({ authority, citations }) => [authority, citations])];
  const causes = [
    ...(all.some(isJudgedBySampling) ? ['sampling'] : []),
    ...(all.some(isJudgedByHistory)
      ? [`the usual variation of ${differencesToJudge} or more past weeks`]
      : []),
  ];
  if (causes.length === 0) return `No change can be judged in this report. ${levelsSentence}`;
  const least = shares.some((share) => isJudgedBySampling(share) || isJudgedByHistory(share))
    ? `, and at least ${toPoints(minimumShareEffect)} point for a share of voice`
    : '';
  return `A direction is shown only for a clear change: one that is larger than ${causes.join(' or ')} explains, among as many figures as are compared here${least}. ${levelsSentence}`;
}

function isJudgedByHistory({ usual }: DigestMetric): boolean {
  return usual !== null;
}

function isJudgedBySampling({ interval, usual }: DigestMetric): boolean {
  return interval !== null && usual === null;
}

/**
 * Checks the address of a link.
 * @throws RangeError for anything but https:, http: and mailto:
 */
function parseSafeUrl(address: string): string {
  const scheme = /^([a-z]+):/i.exec(address)?.[1]?.toLowerCase();
  if (/^[\x21-\x7e]+$/.test(address) && (scheme === 'https' || scheme === 'http' || scheme === 'mailto'))
    return address;
  throw new RangeError(
    'The unsubscribe address is not a link; give one that starts with https: or mailto: and has no spaces.',
  );
}

/** The most items of a mail; a smaller budget is used if the HTML is too large. */
export interface SizeBudget extends RowLimits {
  readonly summary: number;
  readonly details: number;
}

export interface SummaryRow {
  readonly name: string;
  readonly share: string;
  readonly shareChange: ChangeView;
  readonly authority: string;
  readonly authorityChange: ChangeView;
}

/** Everything that a template prints, formatted; templates compute nothing. */
export interface MailView {
  readonly subject: string;
  readonly preheader: string;
  readonly title: string;
  readonly period: string;
  readonly headline: string;
  readonly second: string;
  readonly summary: readonly SummaryRow[];
  readonly moreSites: string;
  /** Notes on websites without their own section, each sentence once. */
  readonly notes: readonly string[];
  readonly single: boolean;
  readonly sites: readonly SiteView[];
  readonly moreDetails: string;
  readonly legend: string;
  readonly asOf: string;
  readonly unsubscribe: string;
}

export function createMailView(
  digest: Digest,
  numbers: Formatter,
  unsubscribe: string,
  budget: SizeBudget,
): MailView {
  const { sites, clauses, schedule } = digest;
  const whole = digest.notes.map((note) => formatNote(note, numbers));
  const single = sites.length === 1;
  const title = toPlainName(
    schedule.title ?? (single ? (sites[0]?.name ?? schedule.id) : `${sites.length} websites`),
  );
  const [first, second] = clauses;
  const period = numbers.dates(digest.from, digest.to, true);
  const opening = first === undefined ? 'No websites to report on' : formatHeadline(first, numbers, !single);
  const detailed = sites.filter((site) => single || isNotable(site));
  const details = detailed.slice(0, budget.details);
  const summary = single ? [] : sites.slice(0, budget.summary);
  const fallback = single && sites[0]?.notes[0] ? formatNote(sites[0].notes[0], numbers) : '';
  const text =
    first === undefined
      ? 'no websites to report on'
      : single
        ? formatSubjectClause(first, numbers)
        : uncapitalize(opening);
  const named = !single && sites.some(({ name }) => opening.startsWith(`${toPlainName(name)}:`));
  const subject = named ? `${opening} · ${title}` : `${title}: ${text}`;
  return {
    subject: replaceNbsp(`${subject} (${numbers.dates(digest.from, digest.to, false)})`),
    preheader: second === undefined ? fallback : formatHeadline(second, numbers, !single),
    title,
    period,
    headline: opening,
    second: second === undefined ? '' : formatHeadline(second, numbers, !single),
    summary: summary.map((site) => ({
      name: toPlainName(site.name),
      share: site.share.level === null ? '–' : numbers.of(site.share.level),
      shareChange: createChangeView(site.share, numbers, formatBriefChange),
      authority: site.authority.level === null ? '–' : numbers.of(site.authority.level),
      authorityChange: createChangeView(site.authority, numbers, formatBriefChange),
    })),
    moreSites:
      sites.length > summary.length && !single ? `and ${sites.length - summary.length} more websites` : '',
    notes: single ? [] : [...whole, ...listSharedNotes(sites, details, numbers).slice(0, budget.notes)],
    single,
    sites: details
      .map((site) => createSiteView(site, numbers, budget))
      .map((view) => (single ? { ...view, notes: [...whole, ...view.notes] } : view)),
    moreDetails:
      detailed.length > details.length
        ? `${detailed.length - details.length} more websites have clear changes; see the table above.`
        : '',
    legend: formatLegend(sites),
    asOf:
      digest.asOf === null
        ? ''
        : `Last reading ${numbers.instant(digest.asOf, schedule.timezone)} (${schedule.timezone}).`,
    unsubscribe: parseSafeUrl(unsubscribe),
  };
}

/** In a mail about several websites, only one with a clear change has its own section. */
function isNotable({ share, authority, citations }: SiteDigest): boolean {
  const clear = [share, authority, citations].some(({ verdict }) => verdict === 'clear');
  return clear || share.overtook.length + share.overtakenBy.length > 0;
}

/** Notes of websites without a section, grouped by text. */
function listSharedNotes(
  sites: readonly SiteDigest[],
  detailed: readonly SiteDigest[],
  numbers: Formatter,
): string[] {
  const names = new Map<string, string[]>();
  for (const site of sites.filter((one) => !detailed.includes(one))) {
    for (const note of site.notes) {
      const words = formatNote(note, numbers);
      names.set(words, [...(names.get(words) ?? []), site.name]);
    }
  }
  return [...names].map(
    ([words, of]) => `${of.length === sites.length ? 'All websites' : formatNameList(of)}: ${words}`,
  );
}

/** Lower-cases the first letter, for text after a colon. */
function uncapitalize(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function replaceNbsp(text: string): string {
  return text.replace(/\u00a0/gu, ' ');
}
