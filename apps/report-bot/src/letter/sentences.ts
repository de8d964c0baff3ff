import { verdictTexts } from '@answershare/core/statistics';
import type { Clause } from '../digest/headline.ts';
import type { Metric } from '../digest/metric.ts';
import type { AssumedFigures, Measured, Note } from '../digest/notes.ts';
import type { Numbers } from './numbers.ts';
import { nameList, plainName } from './plain-name.ts';

export const measureName: Readonly<Record<Measured, string>> = {
  share: 'Share of voice',
  authority: 'Authority',
  citations: 'Citations',
};

/** The verdicts in at most 15 characters, for narrow columns. */
const brief: typeof verdictTexts = {
  ...verdictTexts,
  'too-early': 'too early',
  incomplete: 'too few days',
  'method-changed': 'method changed?',
};

/** {@link changeText} for a narrow column. */
export function briefChange(metric: Metric, numbers: Numbers): string {
  return metric.verdict === 'clear' ? changeText(metric, numbers) : brief[metric.verdict];
}

/** `up 2.1 points`, or the verdict in words; a direction only where the change is clear. */
export function changeText(metric: Metric, numbers: Numbers): string {
  if (metric.direction === null || metric.delta === null) return verdictTexts[metric.verdict];
  return `${metric.direction} ${numbers.change(metric.delta)}`;
}

/** A clause as a headline. `named` puts the website first, for letters about several. */
export function headline(clause: Clause, numbers: Numbers, named: boolean): string {
  const site = 'site' in clause && named ? `${plainName(clause.site)}: ` : '';
  const begin = (words: string) =>
    site === '' ? words : site + words.charAt(0).toLowerCase() + words.slice(1);
  switch (clause.kind) {
    case 'no-data':
      if (clause.of.value === 1) return `No data for ${nameList(clause.sites)} this week`;
      return `No data for ${numbers.of(clause.count)} of ${numbers.of(clause.of)} websites: ${nameList(clause.sites)}`;
    case 'rank': {
      const place = `now number ${numbers.of(clause.rank)} of ${numbers.of(clause.of)} in share of voice`;
      const verb = clause.outcome === 'overtook' ? 'Overtook' : 'Overtaken by';
      return begin(`${verb} ${plainName(clause.rival)}: ${place}`);
    }
    case 'clear': {
      const verb = clause.measure === 'citations' ? 'are' : 'is';
      const words = `${measureName[clause.measure]} ${verb} ${clause.direction}`;
      return begin(`${words} ${numbers.change(clause.delta)} to ${numbers.of(clause.level)}`);
    }
    case 'level':
      return begin(
        `${measureName[clause.measure]} ${numbers.of(clause.level)}, ${verdictTexts[clause.verdict]}`,
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

/** A clause in a subject line: level first, then the change. */
export function subjectClause(clause: Clause, numbers: Numbers): string {
  if (clause.kind === 'clear' || clause.kind === 'level') {
    const change =
      clause.kind === 'clear'
        ? `${clause.direction} ${numbers.change(clause.delta)}`
        : verdictTexts[clause.verdict];
    return `${measureName[clause.measure].toLowerCase()} ${numbers.of(clause.level)}, ${change}`;
  }
  if (clause.kind === 'no-data' && clause.of.value === 1) return 'no data this week';
  const words = headline(clause, numbers, false);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** A data note as one or two sentences. */
export function noteText(note: Note, numbers: Numbers): string {
  switch (note.kind) {
    case 'no-data':
      return `Nothing could be read on any of the ${numbers.of(note.of)} days.`;
    case 'first':
      return 'First report: levels only. Changes start next week.';
    case 'missing-days':
      return `${measures(note.measures)}: ${numbers.of(note.days)} of ${numbers.of(note.of)} days. Missing days are left out, not counted as zero.`;
    case 'not-compared':
      return `${measures(note.measures)}: ${sentenceStart(plainName(note.reason, 240))}`;
    case 'failure':
      return `${sentenceStart(plainName(note.endpoint))} could not be read on ${numbers.of(note.days)} of ${numbers.of(note.of)} days. Last reason: ${plainName(note.reason, 240)}`;
    case 'gone':
      return `Left out, because the service no longer lists ${note.websites.length === 1 ? 'it' : 'them'}: ${nameList(note.websites)}.`;
    case 'changed':
      return `${sentenceStart(plainName(note.endpoint))}: ${plainName(note.reason, 240)}. It is read at its new places.`;
    case 'assumed':
      return `Assumed, and confirmed by nobody yet: ${nameList(note.figures.map(placed))}. Compare with your dashboard by "answershare doctor --confirm".`;
    case 'rivals':
      return [
        ...(note.added.length > 0 ? [`New among the competitors: ${nameList(note.added)}.`] : []),
        ...(note.removed.length > 0 ? [`No longer listed: ${nameList(note.removed)}.`] : []),
      ].join(' ');
  }
}

/** An endpoint with the places of its figures. */
function placed({ endpoint, pointers }: AssumedFigures): string {
  return pointers.length === 0 ? endpoint : `${endpoint} at ${pointers.join(' and ')}`;
}

function measures(names: readonly Measured[]): string {
  const words = names.map((name, at) => (at === 0 ? measureName[name] : measureName[name].toLowerCase()));
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

function sentenceStart(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
