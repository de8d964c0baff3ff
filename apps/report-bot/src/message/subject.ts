import type { WebsiteChange } from '../digest/changes.ts';
import type { Digest } from '../digest/digest.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { measures } from '../digest/site-metrics.ts';
import { arrows } from './arrows.ts';
import type { Phrases } from './phrases.ts';
import { formatDelta } from './sentences.ts';
import { countGraphemes, joinTexts, shortenName, toPlainName } from './text-layout.ts';

/** Longest subject, in graphemes: what a phone shows of it. */
export const maxSubjectLength = 37;

/** The news in one short line. A name is shortened so that it fits. */
export function formatSubject(digest: Digest, phrases: Phrases): string {
  const { sites, changes, counts, heartbeat } = digest;
  const [site] = sites;
  const [change] = changes;
  if (site === undefined) return phrases.text('noWebsites');
  if (heartbeat !== null) {
    const label = sites.length === 1 ? site.label : phrases.count('websites', counts.all);
    return fitName({ label }, (name) => phrases.text('subjectHeartbeat', { name }));
  }
  if (change !== undefined && changes.length === 1) return formatChange(change, phrases);
  if (change !== undefined) {
    const changed = joinTexts(
      [
        counts.down.value === 0 ? '' : phrases.text('subjectDown', { n: phrases.of(counts.down) }),
        counts.up.value === 0 ? '' : phrases.text('subjectUp', { n: phrases.of(counts.up) }),
      ],
      ', ',
    );
    const websites = phrases.count('websites', counts.all);
    const whole = phrases.text('subjectOf', { changes: changed, websites });
    return plain(countGraphemes(whole) > maxSubjectLength ? changed : whole);
  }
  if (sites.length === 1) return formatSite(site, phrases);
  const websites = phrases.count('websites', counts.all);
  if (counts.noData.value === sites.length) return plain(phrases.text('subjectNoData', { name: websites }));
  const unjudged = digest.clauses.find((clause) => clause.kind === 'summary')?.verdict ?? null;
  if (unjudged === null) return plain(phrases.text('subjectQuiet', { websites }));
  if (unjudged === 'first') return plain(phrases.text('subjectFirst', { websites }));
  return plain(phrases.text('named', { name: websites, text: phrases.text(unjudged) }));
}

function formatChange({ site, clauses, direction }: WebsiteChange, phrases: Phrases): string {
  const [clause] = clauses;
  if (clause === undefined) return formatSite(site, phrases);
  const arrow = arrows[direction];
  const share = clauses.find((other) => other.kind === 'clear' && other.measure === 'share');
  return fitName(site, (name) => {
    if (clause.kind === 'rank') {
      const rank = phrases.of(clause.rank);
      return share?.kind === 'clear'
        ? phrases.text('subjectShareRank', {
            arrow,
            name,
            rank,
            level: phrases.of(share.level),
            delta: formatDelta(share, phrases),
          })
        : phrases.text('subjectRank', { arrow, name, rank, of: phrases.of(clause.of) });
    }
    const delta = formatDelta(clause, phrases);
    if (clause.measure === 'citations')
      return phrases.text('subjectCitations', {
        arrow,
        name,
        delta,
        citations: phrases.count('citationCount', clause.level),
      });
    const level = phrases.of(clause.level);
    if (clause.measure === 'share') return phrases.text('nameChange', { arrow, name, delta, level });
    if (clause.measure === 'authority')
      return phrases.text('subjectAuthority', { arrow, name, delta, level });
    const measure = phrases.text(clause.measure);
    const text = phrases.text('briefChange', { measure, level, delta });
    return `${arrow} ${phrases.text('named', { name, text })}`;
  });
}

/** A level of too few days is no news: the verdict of a figure of the whole week is. */
function formatSite(site: SiteDigest, phrases: Phrases): string {
  const read = measures.map((measure) => site[measure]).filter(({ level }) => level !== null);
  const [metric] = read;
  const level = metric?.level;
  return fitName(site, (name) => {
    if (metric === undefined || level == null) return phrases.text('subjectNoData', { name });
    if (metric.verdict === 'incomplete') {
      const { verdict } = read.find((one) => one.verdict !== 'incomplete') ?? metric;
      return phrases.text('named', { name, text: phrases.text(verdict) });
    }
    return phrases.text('subjectVerdict', {
      name,
      level: metric === site.citations ? phrases.count('citationCount', level) : phrases.of(level),
      verdict: phrases.text(metric.verdict),
    });
  });
}

function fitName({ label }: Pick<SiteDigest, 'label'>, build: (name: string) => string): string {
  const room = maxSubjectLength - countGraphemes(build(''));
  return plain(build(shortenName(toPlainName(label), Math.max(4, room))));
}

/** Headers have no use for no-break spaces and marks of direction. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/gu, ' ').replace(/\p{Cf}/gu, '');
