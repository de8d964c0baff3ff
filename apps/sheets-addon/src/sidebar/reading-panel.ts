import { type Draft, endpointNames } from '@answershare/core';
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
import { callAction } from './server.ts';
import { type Messages, statusLine, type ViewContext } from './view.ts';

/** Fields that appear within other figures, and those about pages, which are no figures. */
const hiddenFields = ['scale', 'from', 'to', 'website', 'morePages', 'nextPage', 'rowsInAll'];

/** The text for `competitors.share`; a metric of only this service keeps its name. */
const formatField = ({ t }: Messages, field: string): string =>
  field
    .split('.')
    .map((name) => (isTextKey(`term.${name}`) ? t(`term.${name}` as TextKey) : name))
    .join(': ');

function formatFigure({ t }: Messages, { value, isShare }: FigureLine, scale: unknown): string {
  if (value === null) return t('reading.unknown');
  if (isShare && typeof value === 'number') return `${Number((value * 100).toFixed(2))} %`;
  return typeof scale === 'number' ? t('reading.of', { value: String(value), scale }) : String(value);
}

function figureLine(messages: Messages, figure: FigureLine, scale: unknown): HTMLElement {
  const { t } = messages;
  const rows = figure.rows === null ? '' : ` (${t('reading.first', { count: figure.rows })})`;
  return element('li', [
    document.createTextNode(
      `${formatField(messages, figure.field)}${rows}: ${t('reading.value', { value: formatFigure(messages, figure, scale) })} `,
    ),
    element('code', figure.pointer === '' ? '/' : figure.pointer),
  ]);
}

function figureList(messages: Messages, { endpoint, body }: EndpointInspection, draft: Draft): HTMLElement {
  const figures = listFigureLines(endpoint, draft, body);
  const scale = draft.recipe.constants?.scale ?? figures.find(({ field }) => field === 'scale')?.value;
  return element(
    'ul',
    figures
      .filter(({ field }) => !hiddenFields.includes(field))
      .map((figure) => figureLine(messages, figure, figure.field === 'score' ? scale : undefined)),
    'figures',
  );
}

/** One endpoint: the figures of its drafts, and a choice between them. */
interface ReadingCard {
  readonly root: HTMLElement;
  readonly finding: EndpointInspection;
  /** Null without a choice. */
  chosen(): Draft | null;
}

let groups = 0;

function readingCard(messages: Messages, finding: EndpointInspection): ReadingCard {
  const { t, fault } = messages;
  const { endpoint, website, drafts, status, reason, change } = finding;
  let chosen = drafts[0] ?? null;
  const subject = t(`term.${endpoint}`);
  const title = website === null ? subject : t('reading.about', { what: subject, website });
  const statusText = status === null ? t('reading.missing') : t(`reading.${status}`);
  const shown = element('div', [], 'stack');
  const sentences = (draft: Draft): HTMLElement[] =>
    draft.assumes.map((sentence) => element('p', t('reading.assumes', { what: sentence }), 'help'));
  const show = (draft: Draft): void =>
    fill(shown, [figureList(messages, finding, draft), ...sentences(draft)]);

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
    const number = t('reading.choice', { number: at + 1 });
    const about = draft.assumes.join('; ') || t('reading.best');
    return element('label', [radio, element('span', `${number}: ${about}`)], 'tick');
  });
  const root = element('fieldset', [element('legend', `${title} (${statusText})`)], 'card');
  if (finding.fault !== null) root.append(element('p', fault(finding.fault)));
  if (change !== null) root.append(element('p', t('reading.changed', { what: change })));
  if (reason !== '') root.append(element('p', t('reading.unclear', { what: reason })));
  if (finding.fault === null && drafts.length === 0) root.append(element('p', t('reading.none')));
  if (choices.length > 1) root.append(...choices);
  if (chosen !== null) show(chosen);
  root.append(shown);
  return { root, finding, chosen: () => chosen };
}

export interface ReadingPanel {
  readonly root: HTMLElement;
  /** Shows how a connected file's answers are read; null for a file without a connection. */
  show(connected: Connected | null): void;
  /** Shows an answer that cells could not read. */
  showUnread(unread: FileState['unread']): void;
  /** Inspects the service; with `ignoreCache` it requests cached answers again. */
  run(ignoreCache: boolean): Promise<void>;
}

/** Shows how the service's answers are read, for the user to confirm. */
export function readingPanel({ messages }: ViewContext, onChange: () => Promise<void>): ReadingPanel {
  const { t, fault, moment } = messages;
  const status = statusLine();
  const unreadLine = statusLine();
  const body = element('div', [], 'stack');
  const again = button(t('reading.inspect'), () => void run(true).then(focusNext));
  const root = section(t('reading.title'), [
    unreadLine.root,
    status.root,
    body,
    element('div', [again], 'actions'),
  ]);
  root.hidden = true;
  let accept: HTMLButtonElement | null = null;

  const focusNext = (): void => (accept ?? again).focus();
  const showFailure = (failed: FailedAnswer): void => status.show('fails', fault(failed));
  const busy = (isBusy: boolean): void => {
    root.setAttribute('aria-busy', String(isBusy));
    for (const control of root.querySelectorAll('button')) control.disabled = isBusy;
  };

  function showStatuses({ recipes }: Connected): void {
    accept = null;
    const rows = endpointNames.map((endpoint) => {
      const known = recipes[endpoint];
      return [t(`term.${endpoint}`), t(known ? `reading.${known}` : 'reading.missing')] as const;
    });
    fill(body, [facts(rows)]);
  }

  function showOutcome({ findings }: FileInspection): void {
    const undecided = findings.filter((finding) => finding.status === null).length;
    const assumed = findings.some((finding) => finding.status === 'provisional');
    if (undecided > 0) status.show('fails', t('reading.needed', { count: undecided }));
    else status.show('works', t(assumed ? 'reading.assumedAll' : 'reading.allConfirmed'));
  }

  function showFindings(inspection: FileInspection): void {
    const cards = inspection.findings.map((finding) => readingCard(messages, finding));
    const undecided = cards.filter((card) => card.finding.status === null || card.finding.drafts.length > 1);
    const isSettled = inspection.findings.every((finding) => finding.status === 'confirmed');
    accept =
      isSettled || !cards.some((card) => card.chosen() !== null)
        ? null
        : button(t('reading.accept'), () => void confirm(inspection, cards), 'action');
    fill(body, [
      element('p', t('reading.help'), 'help'),
      ...undecided.concat(cards.filter((card) => !undecided.includes(card))).map((card) => card.root),
      ...(accept === null ? [] : [element('div', [accept], 'actions')]),
    ]);
    showOutcome(inspection);
  }

  async function confirm(inspection: FileInspection, cards: readonly ReadingCard[]): Promise<void> {
    const chosen = cards.flatMap((card) => {
      const draft = card.chosen();
      return draft === null ? [] : [[card.finding.endpoint, draft] as const];
    });
    busy(true);
    status.show('busy', t('reading.accepting'));
    const answer = await confirmFileRecipes(callAction, inspection, chosen);
    busy(false);
    if (!answer.ok) {
      showFailure(answer);
      accept?.focus();
      return;
    }
    await onChange();
    status.show('works', t('reading.accepted'));
    again.focus();
  }

  async function run(ignoreCache: boolean): Promise<void> {
    busy(true);
    unreadLine.clear();
    status.show('busy', t('reading.inspecting'));
    const inspection = await inspectFileEndpoints(callAction, ignoreCache);
    busy(false);
    if (inspection.ok) showFindings(inspection);
    else showFailure(inspection);
  }

  return {
    root,
    run,
    showUnread(unread) {
      if (unread === null) unreadLine.clear();
      else {
        const values = { fault: fault(unread), when: moment(unread.at) };
        unreadLine.show('fails', t('reading.meanwhile', values));
      }
    },
    show(connected) {
      root.hidden = connected === null;
      if (connected !== null) showStatuses(connected);
      else status.clear();
    },
  };
}
