import type { Draft } from '@answershare/core';
import type { FileState } from '../actions/file-state.ts';
import type { Connected, FailedAnswer } from '../connection/connection.ts';
import { isTextKey, type TextKey } from '../texts/texts.ts';
import { button, element, facts, fill, section } from './elements.ts';
import {
  confirmFileRecipes,
  type EndpointInspection,
  type FigureLine,
  type FileInspection,
  inspectFileEndpoints,
  listFigureLines,
} from './inspect.ts';
import { callAct } from './server.ts';
import { type Messages, statusLine, type ViewContext } from './view.ts';

/** Fields that appear within other figures. */
const beside = ['scale', 'from', 'to', 'website'];

/** The text for `competitors.share`; a metric of only this service keeps its name. */
const fieldWords = ({ say }: Messages, field: string): string =>
  field
    .split('.')
    .map((name) => (isTextKey(`field.${name}`) ? say(`field.${name}` as TextKey) : name))
    .join(': ');

function valueText({ say }: Messages, { value, isShare }: FigureLine, scale: unknown): string {
  if (value === null) return say('reading.unknown');
  if (isShare && typeof value === 'number') return `${Number((value * 100).toFixed(2))} %`;
  return typeof scale === 'number' ? say('reading.of', { value: String(value), scale }) : String(value);
}

function figureLine(talk: Messages, figure: FigureLine, scale: unknown): HTMLElement {
  const { say } = talk;
  const rows = figure.rows === null ? '' : ` (${say('reading.first', { count: figure.rows })})`;
  return element('li', [
    document.createTextNode(
      `${fieldWords(talk, figure.field)}${rows}: ${say('reading.value', { value: valueText(talk, figure, scale) })} `,
    ),
    element('code', figure.pointer === '' ? '/' : figure.pointer),
  ]);
}

function figureList(talk: Messages, { endpoint, body }: EndpointInspection, draft: Draft): HTMLElement {
  const figures = listFigureLines(endpoint, draft, body);
  const scale = draft.recipe.constants?.scale ?? figures.find(({ field }) => field === 'scale')?.value;
  return element(
    'ul',
    figures
      .filter(({ field }) => !beside.includes(field))
      .map((figure) => figureLine(talk, figure, figure.field === 'score' ? scale : undefined)),
    'figures',
  );
}

/** One endpoint: the figures of its drafts, and a choice between them. */
export interface ReadingCard {
  readonly place: HTMLElement;
  readonly finding: EndpointInspection;
  /** Null without a choice. */
  chosen(): Draft | null;
}

let groups = 0;

export function readingCard(talk: Messages, finding: EndpointInspection): ReadingCard {
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

const endpoints = ['websites', 'authority', 'citations', 'competitors', 'analytics'] as const;

export interface ReadingPanel {
  readonly place: HTMLElement;
  /** Shows how a connected file's answers are read; null for a file without a connection. */
  show(standing: Connected | null): void;
  /** Shows an answer that cells could not read. */
  tellUnread(unread: FileState['unread']): void;
  /** Inspects the service. `anew` requests cached answers again. */
  run(anew: boolean): Promise<void>;
}

/** Shows how the service's answers are read, for the user to confirm. */
export function readingPanel({ talk }: ViewContext, changed: () => Promise<void>): ReadingPanel {
  const { say, fault, moment } = talk;
  const status = statusLine();
  const unreadLine = statusLine();
  const body = element('div', [], 'stack');
  const again = button(say('reading.inspect'), () => void run(true).then(focusNext));
  const place = section(say('reading.title'), [
    unreadLine.place,
    status.place,
    body,
    element('div', [again], 'actions'),
  ]);
  place.hidden = true;
  let accept: HTMLButtonElement | null = null;

  const focusNext = (): void => (accept ?? again).focus();
  const fails = (failed: FailedAnswer): void => status.tell('fails', fault(failed));
  const busy = (is: boolean): void => {
    place.setAttribute('aria-busy', String(is));
    for (const control of place.querySelectorAll('button')) control.disabled = is;
  };

  function showStatuses({ recipes }: Connected): void {
    accept = null;
    const rows = endpoints.map((endpoint) => {
      const known = recipes[endpoint];
      return [say(`endpoint.${endpoint}`), say(known ? `reading.${known}` : 'reading.missing')] as const;
    });
    fill(body, [facts(rows)]);
  }

  function tellOutcome({ findings }: FileInspection): void {
    const open = findings.filter((finding) => finding.status === null).length;
    const assumed = findings.some((finding) => finding.status === 'provisional');
    if (open > 0) status.tell('fails', say('reading.needed', { count: open }));
    else status.tell('works', say(assumed ? 'reading.assumedAll' : 'reading.allConfirmed'));
  }

  function showFindings(inspection: FileInspection): void {
    const cards = inspection.findings.map((finding) => readingCard(talk, finding));
    const open = cards.filter((card) => card.finding.status === null || card.finding.drafts.length > 1);
    const settled = inspection.findings.every((finding) => finding.status === 'confirmed');
    accept =
      settled || !cards.some((card) => card.chosen() !== null)
        ? null
        : button(say('reading.accept'), () => void take(inspection, cards), 'action');
    fill(body, [
      element('p', say('reading.help'), 'help'),
      ...open.concat(cards.filter((card) => !open.includes(card))).map((card) => card.place),
      ...(accept === null ? [] : [element('div', [accept], 'actions')]),
    ]);
    tellOutcome(inspection);
  }

  async function take(inspection: FileInspection, cards: readonly ReadingCard[]): Promise<void> {
    const chosen = cards.flatMap((card) => {
      const draft = card.chosen();
      return draft === null ? [] : [[card.finding.endpoint, draft] as const];
    });
    busy(true);
    status.tell('busy', say('reading.accepting'));
    const answer = await confirmFileRecipes(callAct, inspection, chosen);
    busy(false);
    if (!answer.ok) {
      fails(answer);
      accept?.focus();
      return;
    }
    await changed();
    status.tell('works', say('reading.accepted'));
    again.focus();
  }

  async function run(anew: boolean): Promise<void> {
    busy(true);
    unreadLine.clear();
    status.tell('busy', say('reading.inspecting'));
    const inspection = await inspectFileEndpoints(callAct, anew);
    busy(false);
    if (inspection.ok) showFindings(inspection);
    else fails(inspection);
  }

  return {
    place,
    run,
    tellUnread(unread) {
      if (unread === null) unreadLine.clear();
      else {
        const words = { fault: fault(unread), when: moment(unread.at) };
        unreadLine.tell('fails', say('reading.meanwhile', words));
      }
    },
    show(standing) {
      place.hidden = standing === null;
      if (standing !== null) showStatuses(standing);
      else status.clear();
    },
  };
}
