import { figureOf, type JudgedFigure } from '@answershare/core';
import type { Digest } from '../digest/digest.ts';
import type { DigestMetric, Fact } from '../digest/metric.ts';
import type { AssumedFigures, DigestNote } from '../digest/notes.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { measures } from '../digest/site-metrics.ts';
import { arrows } from './arrows.ts';
import type { Phrases } from './phrases.ts';
import { formatFailureReason, formatMethodReason } from './reasons.ts';
import { formatList, formatNames } from './sentences.ts';
import { joinTexts, toPlainName } from './text-layout.ts';

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
  const figures = shown.flatMap((site) => measures.map((measure) => site[measure]));
  const judged = (verdict: DigestMetric['verdict']) => figures.some((metric) => metric.verdict === verdict);
  const clear =
    changes.length > 0 ||
    shown.some(({ share }) => share.rows.some(({ metric }) => metric.direction !== null));
  const quiet = digest.sites.length > 1 && counts.quiet.value > 0;
  const reported = digest.sites.filter(({ state }) => state !== 'no-data');
  return joinTexts([
    clear ? phrases.text('legendClear') : '',
    judged('unclear') || quiet ? phrases.text('legendUnclear') : '',
    judged('steady') ? phrases.text('legendSteady') : '',
    judged('too-early')
      ? phrases.text('legendTooEarly', { weeks: phrases.count('weeks', rules.history) })
      : '',
    reported.length > 0 ? phrases.text(reported.some(isOfUnstatedFeed) ? 'legendFeed' : 'legendMeans') : '',
  ]);
}

/** True if the citations are a total of days that the service does not state. */
const isOfUnstatedFeed = ({ citations: { source, level, window } }: SiteDigest): boolean =>
  source === 'feed' && level !== null && window === null;

function formatNote(note: DigestNote, rules: { days: Fact; week: Fact }, phrases: Phrases): string {
  const list = (of: readonly JudgedFigure[]) => phrases.list(of.map((measure) => phrases.text(measure)));
  switch (note.kind) {
    case 'no-data':
      return phrases.count('noteNoData', note.of);
    case 'first':
      return phrases.text('noteFirst');
    case 'event':
      return phrases.text('eventOn', {
        text: phrases.text(note.text),
        date: phrases.list(note.days.map((day) => phrases.day(day))),
      });
    case 'missing-days':
      return phrases.text('noteMissingDays', {
        measures: list(note.measures),
        days: phrases.of(note.days),
        of: phrases.count('days', note.of),
      });
    case 'counted-days':
      return phrases.text('noteCountedDays', {
        measure: phrases.text('citations'),
        days: phrases.of(note.days),
        of: phrases.count('days', note.of),
        sum: phrases.of(note.sum),
      });
    case 'not-compared':
      return note.verdict === 'incomplete'
        ? phrases.text('noteIncomplete', {
            measures: list(note.measures),
            need: phrases.of(rules.days),
            of: phrases.count('days', rules.week),
          })
        : phrases.text('noteMethod', {
            measures: list(note.measures),
            reason: note.methodChange === null ? '' : formatMethodReason(note.methodChange, phrases),
          });
    case 'failure':
      return phrases.text('noteFailure', {
        endpoint: formatEndpoint(note.endpoint, phrases),
        days: phrases.of(note.days),
        of: phrases.count('days', note.of),
        reason: formatFailureReason(note.fault, phrases),
      });
    case 'late':
      return phrases.text('noteLate');
    case 'late-unknown':
      return phrases.text('noteLateUnknown');
    case 'revised':
      return phrases.text('noteRevised', { from: phrases.of(note.from), to: phrases.of(note.to) });
    case 'shift':
      return phrases.text(note.direction === 'up' ? 'noteShiftUp' : 'noteShiftDown', {
        measure: phrases.text(note.figure),
        alike: phrases.of(note.alike),
        websites: phrases.count('websites', note.of),
        size: phrases.change(note.size),
      });
    case 'record':
      return phrases.text('noteRecord', { of: phrases.of(note.of), stood: phrases.of(note.stood) });
    case 'withdrawn': {
      const named = note.arrows.map(({ name, figure, direction }) =>
        phrases.text('named', {
          name: `${arrows[direction]} ${toPlainName(name)}`,
          text: phrases.text(figure),
        }),
      );
      return phrases.text('noteWithdrawn', { names: formatList(named, phrases, named.length) });
    }
    case 'gone':
      return phrases.text('noteGone', { names: formatNames(note.websites, phrases) });
    case 'renamed':
      return phrases.text('noteRenamed', {
        from: formatNames([note.from], phrases),
        to: formatNames([note.to], phrases),
      });
    case 'changed':
      return phrases.text('noteChanged', { endpoint: formatEndpoint(note.endpoint, phrases) });
    case 'assumed':
      return phrases.text('noteAssumed', { names: formatNames(note.figures.map(formatPointers), phrases) });
    case 'competitors':
      return joinTexts([
        note.added.length > 0 ? phrases.text('noteAdded', { names: formatNames(note.added, phrases) }) : '',
        note.removed.length > 0
          ? phrases.text('noteRemoved', { names: formatNames(note.removed, phrases) })
          : '',
        note.common ? phrases.text('noteCommon') : '',
      ]);
  }
}

/** The measure that an endpoint is read for; the name of another one. */
function formatEndpoint(endpoint: string, phrases: Phrases): string {
  const known = measures.find((measure) => figureOf(measure).endpoint === endpoint);
  return known === undefined ? capitalize(toPlainName(endpoint)) : phrases.text(known);
}

function formatPointers({ endpoint, pointers }: AssumedFigures): string {
  return pointers.length === 0 ? endpoint : `${endpoint} (${pointers.join(', ')})`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
