import type { Draft } from '@answershare/core';
import { type Figure, figuresOf } from '../inspection/figures.ts';
import type { Finding } from '../inspection/findings.ts';
import { isWordKey, type WordKey } from '../words/words.ts';
import { element, fill } from './elements.ts';
import type { Talk } from './talk.ts';

/** Fields that the figures next to them show. */
const beside = ['scale', 'from', 'to', 'website'];

/** `competitors.share` in words; a metric that only this service has keeps its name. */
const fieldWords = ({ say }: Talk, field: string): string =>
  field
    .split('.')
    .map((name) => (isWordKey(`field.${name}`) ? say(`field.${name}` as WordKey) : name))
    .join(': ');

function valueText({ say }: Talk, { value, isShare }: Figure, scale: unknown): string {
  if (value === null) return say('reading.unknown');
  if (isShare && typeof value === 'number') return `${Number((value * 100).toFixed(2))} %`;
  return typeof scale === 'number' ? say('reading.of', { value: String(value), scale }) : String(value);
}

function figureLine(talk: Talk, figure: Figure, scale: unknown): HTMLElement {
  const { say } = talk;
  const rows = figure.rows === null ? '' : ` (${say('reading.first', { count: figure.rows })})`;
  return element('li', [
    document.createTextNode(
      `${fieldWords(talk, figure.field)}${rows}: ${say('reading.value', { value: valueText(talk, figure, scale) })} `,
    ),
    element('code', figure.pointer === '' ? '/' : figure.pointer),
  ]);
}

function figureList(talk: Talk, { endpoint, body }: Finding, draft: Draft): HTMLElement {
  const figures = figuresOf(endpoint, draft, body);
  const scale = draft.recipe.constants?.scale ?? figures.find(({ field }) => field === 'scale')?.value;
  return element(
    'ul',
    figures
      .filter(({ field }) => !beside.includes(field))
      .map((figure) => figureLine(talk, figure, figure.field === 'score' ? scale : undefined)),
    'figures',
  );
}

/** One endpoint: what its drafts read, and a choice between them. */
export interface ReadingCard {
  readonly place: HTMLElement;
  readonly finding: Finding;
  /** Null where there is nothing to choose. */
  chosen(): Draft | null;
}

let groups = 0;

export function readingCard(talk: Talk, finding: Finding): ReadingCard {
  const { say, fault } = talk;
  const { endpoint, website, drafts, status, reason, change } = finding;
  let chosen = drafts[0] ?? null;
  const what = say(`endpoint.${endpoint}`);
  const title = website === null ? what : say('reading.about', { what, website });
  const standing = status === null ? say('reading.missing') : say(`reading.${status}`);
  const shown = element('div', [], 'stack');
  const sentences = (draft: Draft): HTMLElement[] =>
    draft.assumes.map((sentence) => element('p', say('reading.assumes', { what: sentence }), 'help'));
  const show = (draft: Draft): void => fill(shown, [figureList(talk, finding, draft), ...sentences(draft)]);

  groups += 1;
  const choices = drafts.map((draft, at) => {
    const radio = element('input', '');
    radio.type = 'radio';
    radio.name = `reading-${groups}`;
    radio.checked = at === 0;
    radio.addEventListener('change', () => {
      chosen = draft;
      show(draft);
    });
    const number = say('reading.choice', { number: at + 1 });
    const about = draft.assumes.join('; ') || say('reading.best');
    return element('label', [radio, element('span', `${number}: ${about}`)], 'tick');
  });
  const place = element('fieldset', [element('legend', `${title} (${standing})`)], 'card');
  if (finding.fault !== null) place.append(element('p', fault(finding.fault)));
  if (change !== null) place.append(element('p', say('reading.changed', { what: change })));
  if (reason !== '') place.append(element('p', say('reading.unclear', { what: reason })));
  if (finding.fault === null && drafts.length === 0) place.append(element('p', say('reading.none')));
  if (choices.length > 1) place.append(...choices);
  if (chosen !== null) show(chosen);
  place.append(shown);
  return { place, finding, chosen: () => chosen };
}
