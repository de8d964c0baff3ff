import type { Digest } from '../digest/digest.ts';
import type { DigestMetric } from '../digest/metric.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import type { Phrases } from './phrases.ts';
import { formatNames, formatNote } from './sentences.ts';

/** Notes on the digest, then on its websites, each sentence once. */
export function formatNotes({ sites, notes, rules }: Digest, phrases: Phrases): string[] {
  const single = sites.length === 1;
  const names = new Map<string, string[]>();
  for (const site of sites) {
    // The websites without data have a line of their own.
    for (const note of site.notes.filter(({ kind }) => single || kind !== 'no-data')) {
      const words = formatNote(note, rules, phrases);
      names.set(words, [...(names.get(words) ?? []), site.name]);
    }
  }
  const shared = [...names].map(([text, of]) =>
    single
      ? text
      : phrases.text('named', {
          name: of.length === sites.length ? phrases.text('allWebsites') : formatNames(of, phrases),
          text,
        }),
  );
  return [...notes.map((note) => formatNote(note, rules, phrases)), ...shared];
}

/** The meaning of the words that judge a change in this mail. The `shown` websites have figures of their own. */
export function formatLegend(digest: Digest, shown: readonly SiteDigest[], phrases: Phrases): string {
  const { changes, counts, rules } = digest;
  const figures = shown.flatMap(({ share, authority, citations }) => [share, authority, citations]);
  const judged = (verdict: DigestMetric['verdict']) => figures.some((metric) => metric.verdict === verdict);
  const clear =
    changes.length > 0 ||
    shown.some(({ share }) => share.rows.some(({ metric }) => metric.direction !== null));
  const quiet = digest.sites.length > 1 && counts.quiet.value > 0;
  return [
    ...(clear ? [phrases.text('legendClear')] : []),
    ...(judged('unclear') || quiet ? [phrases.text('legendUnclear')] : []),
    ...(judged('steady') ? [phrases.text('legendSteady')] : []),
    ...(judged('too-early')
      ? [phrases.text('legendTooEarly', { weeks: phrases.count('weeks', rules.history) })]
      : []),
    phrases.text('legendMeans'),
  ].join(' ');
}
