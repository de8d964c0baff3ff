import { verdictTexts } from '@answershare/core/statistics';
import type { Clause } from '../digest/headline.ts';
import type { DigestMetric, Fact } from '../digest/metric.ts';
import type { AssumedFigures, DigestNote, Measure } from '../digest/notes.ts';
import type { Formatter } from './formatter.ts';
import { formatNameList, toPlainName } from './text-layout.ts';

export const measureNames: Readonly<Record<Measure, string>> = {
  share: 'Share of voice',
  authority: 'Authority',
  citations: 'Citations',
};

/** Verdicts of at most 15 characters, for narrow columns. */
const briefVerdictTexts: typeof verdictTexts = {
  ...verdictTexts,
  'too-early': 'too early',
  incomplete: 'too few days',
  'method-changed': 'method changed?',
};

/** {@link formatMetricChange} for a narrow column, without the weeks between. */
export function formatBriefChange(metric: DigestMetric, numbers: Formatter): string {
  if (metric.direction === null || metric.delta === null) return briefVerdictTexts[metric.verdict];
  return `${metric.direction} ${numbers.change(metric.delta)}`;
}

/** `up 2.1 points`, or the verdict; a direction only for a clear change. */
export function formatMetricChange(metric: DigestMetric, numbers: Formatter): string {
  if (metric.direction === null || metric.delta === null) return verdictTexts[metric.verdict];
  return `${metric.direction} ${numbers.change(metric.delta)}${formatApart(metric.apart, numbers)}`;
}

/** ` in 5 weeks`; empty for neighbouring weeks. */
function formatApart(apart: Fact, numbers: Formatter): string {
  return apart.value === 1 ? '' : ` in ${numbers.of(apart)} weeks`;
}

/** Formats a clause as a headline. `named` puts the website first, for mails about several. */
export function formatHeadline(clause: Clause, numbers: Formatter, named: boolean): string {
  const site = 'site' in clause && named ? `${toPlainName(clause.site)}: ` : '';
  const begin = (words: string) =>
    site === '' ? words : site + words.charAt(0).toLowerCase() + words.slice(1);
  switch (clause.kind) {
    case 'no-data':
      if (clause.of.value === 1) return `No data for ${formatNameList(clause.sites)} this week`;
      return `No data for ${numbers.of(clause.count)} of ${numbers.of(clause.of)} websites: ${formatNameList(clause.sites)}`;
    case 'rank': {
      const place = `now number ${numbers.of(clause.rank)} of ${numbers.of(clause.of)} in share of voice`;
      const verb = clause.outcome === 'overtook' ? 'Overtook' : 'Overtaken by';
      return begin(`${verb} ${toPlainName(clause.competitor)}: ${place}`);
    }
    case 'clear': {
      const verb = clause.measure === 'citations' ? 'are' : 'is';
      const words = `${measureNames[clause.measure]} ${verb} ${clause.direction}`;
      const apart = formatApart(clause.apart, numbers);
      return begin(`${words} ${numbers.change(clause.delta)}${apart} to ${numbers.of(clause.level)}`);
    }
    case 'level':
      return begin(
        `${measureNames[clause.measure]} ${numbers.of(clause.level)}, ${verdictTexts[clause.verdict]}`,
      );
    case 'place': {
      const joint = clause.tied ? 'Joint number' : 'Number';
      return begin(`${joint} ${numbers.of(clause.rank)} of ${numbers.of(clause.of)} in share of voice`);
    }
    case 'summary':
      if (!clause.judged) return 'Levels only, no change can be judged yet';
      if (clause.clear.value === 0) return 'A quiet week: no clear change on any website';
      return `Clear changes on ${numbers.of(clause.clear)} of ${numbers.of(clause.of)} websites`;
  }
}

/** Formats a clause for the subject: level first, then the change. */
export function formatSubjectClause(clause: Clause, numbers: Formatter): string {
  if (clause.kind === 'clear' || clause.kind === 'level') {
    const change =
      clause.kind === 'clear'
        ? `${clause.direction} ${numbers.change(clause.delta)}${formatApart(clause.apart, numbers)}`
        : verdictTexts[clause.verdict];
    return `${measureNames[clause.measure].toLowerCase()} ${numbers.of(clause.level)}, ${change}`;
  }
  if (clause.kind === 'no-data' && clause.of.value === 1) return 'no data this week';
  const words = formatHeadline(clause, numbers, false);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** A note as one or two sentences. */
export function formatNote(note: DigestNote, numbers: Formatter): string {
  switch (note.kind) {
    case 'no-data':
      return `Nothing could be read on any of the ${numbers.of(note.of)} days.`;
    case 'first':
      return 'First report: levels only. Changes start next week.';
    case 'missing-days':
      return `${formatMeasures(note.measures)}: ${numbers.of(note.days)} of ${numbers.of(note.of)} days. Missing days are left out, not counted as zero.`;
    case 'not-compared':
      return `${formatMeasures(note.measures)}: ${capitalize(toPlainName(note.reason, 240))}`;
    case 'failure':
      return `${capitalize(toPlainName(note.endpoint))} could not be read on ${numbers.of(note.days)} of ${numbers.of(note.of)} days. Last reason: ${toPlainName(note.reason, 240)}`;
    case 'gone':
      return `Left out, because the service no longer lists ${note.websites.length === 1 ? 'it' : 'them'}: ${formatNameList(note.websites)}.`;
    case 'changed':
      return `${capitalize(toPlainName(note.endpoint))}: ${toPlainName(note.reason, 240)}. It is read at its new places.`;
    case 'assumed':
      return `Assumed, not confirmed yet: ${formatNameList(note.figures.map(formatPointers))}. Compare with your dashboard by "answershare doctor --confirm".`;
    case 'competitors':
      return [
        ...(note.added.length > 0 ? [`New among the competitors: ${formatNameList(note.added)}.`] : []),
        ...(note.removed.length > 0 ? [`No longer listed: ${formatNameList(note.removed)}.`] : []),
      ].join(' ');
  }
}

function formatPointers({ endpoint, pointers }: AssumedFigures): string {
  return pointers.length === 0 ? endpoint : `${endpoint} at ${pointers.join(' and ')}`;
}

function formatMeasures(names: readonly Measure[]): string {
  const words = names.map((name, at) => (at === 0 ? measureNames[name] : measureNames[name].toLowerCase()));
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
