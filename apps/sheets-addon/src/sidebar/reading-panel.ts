import { type Draft, endpointNames } from '@answershare/core';
import type { FileState } from '../actions/file-state.ts';
import type { SampleSource } from '../actions/sample-figures.ts';
import type { Connected, FailedAnswer } from '../connection/connection.ts';
import { button, element, facts, fill, section } from './elements.ts';
import { type FigureQuestion, listFigureQuestions, listPlaces } from './figure-questions.ts';
import {
  confirmFileRecipes,
  type EndpointInspection,
  type FileInspection,
  inspectFileEndpoints,
} from './inspect.ts';
import { callAction } from './server.ts';
import { type Messages, statusLine, type ViewContext } from './view.ts';

const maxBodyLength = 2_000;

/** Pointers, guesses and the body itself, which only an administrator needs. */
function placesFold(messages: Messages, finding: EndpointInspection, draft: Draft | null): HTMLElement {
  const { endpoint, body, change, reason } = finding;
  const { t } = messages;
  const places = draft === null ? [] : listPlaces(messages, endpoint, draft, body);
  const notes = [change, reason, ...(draft?.assumes ?? [])].filter(Boolean).join('; ');
  const text = element('code', JSON.stringify(body).slice(0, maxBodyLength));
  return element('details', [
    element('summary', t('reading.where')),
    facts(places),
    ...(notes === '' ? [] : [element('p', notes, 'help')]),
    text,
  ]);
}

/** One endpoint: a question about each figure. */
interface ReadingCard {
  readonly root: HTMLElement;
  readonly finding: EndpointInspection;
  /** Null if the answers fit no draft. */
  chosen(): Draft | null;
}

let groups = 0;

function readingCard(messages: Messages, finding: EndpointInspection): ReadingCard {
  const { t, fault } = messages;
  const { endpoint, website, body, drafts, status, change } = finding;
  const subject = t(`term.${endpoint}`);
  const title = website === null ? subject : t('reading.about', { what: subject, website });
  const statusText = status === null ? t('reading.missing') : t(`reading.${status}`);
  const readings = drafts.map((draft) => ({
    draft,
    questions: listFigureQuestions(messages, endpoint, website ?? '', draft, body),
  }));
  const shown = element('div', [], 'stack');
  const rejected = new Set<string>();
  let current = readings[0];

  function choice(
    question: FigureQuestion,
    text: string,
    isChecked: boolean,
    onChoose: () => void,
  ): HTMLElement {
    const radio = element('input', '');
    radio.type = 'radio';
    radio.name = `${groups}-${question.field}`;
    radio.checked = isChecked;
    radio.addEventListener('change', onChoose);
    return element('label', [radio, element('span', text)], 'tick');
  }

  /** One question, with the figures of other drafts as answers. */
  function ask(question: FigureQuestion): HTMLElement {
    const { field, text, value } = question;
    const found = readings.flatMap(({ questions }) => questions.filter((one) => one.field === field));
    const others = [...new Set(found.map((one) => one.value))].filter((other) => other !== value);
    const legend = element('legend', text);
    const answers = element('div', [], 'answers');
    const isRejected = rejected.has(field);
    fill(answers, [
      choice(question, t('ask.yes'), !isRejected, () => rejected.delete(field)),
      ...others.map((other) =>
        choice(question, t('ask.instead', { value: other }), false, () => {
          rejected.delete(field);
          const isIn = (one: FigureQuestion): boolean => one.field === field && one.value === other;
          current = readings.find(({ questions }) => questions.some(isIn)) ?? current;
          show();
          shown.querySelector<HTMLInputElement>(`[name="${groups}-${field}"]`)?.focus();
        }),
      ),
      choice(question, t('ask.no'), isRejected, () => rejected.add(field)),
    ]);
    return element('fieldset', [legend, answers], 'question');
  }

  function show(): void {
    groups += 1;
    fill(shown, [
      ...(current?.questions ?? []).map(ask),
      ...(body === undefined ? [] : [placesFold(messages, finding, current?.draft ?? null)]),
    ]);
  }

  const root = element('fieldset', [element('legend', `${title} (${statusText})`)], 'card');
  if (finding.fault !== null) root.append(element('p', fault(finding.fault)));
  if (change !== null) root.append(element('p', t('reading.changed')));
  if (finding.fault === null && drafts.length === 0) root.append(element('p', t('reading.none')));
  show();
  root.append(shown);
  return { root, finding, chosen: () => (rejected.size > 0 ? null : (current?.draft ?? null)) };
}

export interface ReadingPanel {
  readonly root: HTMLElement;
  /** Shows how a connected file's answers are read; null for a file without a connection. */
  show(connected: Connected | null): void;
  /** Shows an answer that cells could not read. */
  showUnread(unread: FileState['unread']): void;
  /** Inspects the service's answers. */
  run(source: SampleSource): Promise<void>;
}

/** Shows how the service's answers are read, for the user to confirm. */
export function readingPanel({ messages }: ViewContext, onChange: () => Promise<void>): ReadingPanel {
  const { t, fault, moment } = messages;
  const status = statusLine();
  const unreadLine = statusLine();
  const body = element('div', [], 'stack');
  const again = button(t('reading.inspect'), () => void run('service').then(focusNext));
  const root = section(t('reading.title'), [
    unreadLine.root,
    status.root,
    body,
    element('div', [again], 'actions'),
  ]);
  root.hidden = true;
  let accept: HTMLButtonElement | null = null;
  /** False until an inspection began since the page opened. */
  let isInspected = false;
  let unreadAnswer: FileState['unread'] = null;

  const focusNext = (): void => (accept ?? again).focus();
  const showFailure = (failed: FailedAnswer): void => status.show('fails', fault(failed));
  const busy = (isBusy: boolean): void => {
    root.setAttribute('aria-busy', String(isBusy));
    for (const control of root.querySelectorAll('button')) control.disabled = isBusy;
  };

  /** Names the unread answer until an inspection found a recipe that reads it; true if it does. */
  function showUnreadLine(findings: readonly EndpointInspection[] = []): boolean {
    const found = findings.find(({ endpoint }) => endpoint === unreadAnswer?.endpoint);
    if (unreadAnswer === null || (found?.status ?? null) !== null) {
      unreadLine.clear();
      return false;
    }
    const { reference, shownFrom = null, at } = unreadAnswer;
    const about = { website: found?.website || reference || t('term.websites'), when: moment(at) };
    const text =
      shownFrom === null
        ? t('reading.meanwhileNone', about)
        : t('reading.meanwhile', { ...about, from: moment(shownFrom) });
    unreadLine.show('fails', text);
    return true;
  }

  function showStatuses({ recipes }: Connected): void {
    accept = null;
    const rows = endpointNames.map((endpoint) => {
      const known = recipes[endpoint];
      return [t(`term.${endpoint}`), t(known ? `reading.${known}` : 'reading.missing')] as const;
    });
    fill(body, [facts(rows)]);
  }

  /** One sentence: about the unread answer, the undecided ones, or all of them. */
  function showOutcome({ findings }: FileInspection): void {
    const undecided = findings.filter((finding) => finding.status === null).length;
    const assumed = findings.some((finding) => finding.status === 'provisional');
    if (showUnreadLine(findings)) status.clear();
    else if (undecided > 0) status.show('fails', t('reading.needed', { count: undecided }));
    else status.show('works', t(assumed ? 'reading.assumedAll' : 'reading.allConfirmed'));
  }

  function showFindings(inspection: FileInspection): void {
    const findings = inspection.findings.filter((finding) => finding.fault?.code !== 'paused');
    const cards = findings.map((finding) => readingCard(messages, finding));
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
    const rejected = cards.filter((card) => card.finding.drafts.length > 0 && card.chosen() === null);
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
    const what = rejected.map((card) => t(`term.${card.finding.endpoint}`)).join(', ');
    const [problem] = what === '' ? answer.faults : [t('reading.rejected', { what })];
    if (problem === undefined) status.show('works', t('reading.accepted'));
    else status.show('fails', problem);
    again.focus();
  }

  async function run(source: SampleSource): Promise<void> {
    isInspected = true;
    busy(true);
    if (source !== 'stored') {
      unreadLine.clear();
      status.show('busy', t('reading.inspecting'));
    }
    const inspection = await inspectFileEndpoints(callAction, source);
    busy(false);
    const isMissing = ({ fault: missing, known }: EndpointInspection): boolean =>
      missing?.code === 'paused' && known.length === 0;
    if (source === 'stored' && inspection.ok && inspection.findings.some(isMissing)) return run('cached');
    if (inspection.ok) showFindings(inspection);
    else if (source !== 'stored') showFailure(inspection);
  }

  return {
    root,
    run,
    showUnread(unread) {
      unreadAnswer = unread;
      showUnreadLine();
      if (unread !== null && !isInspected) void run('stored');
    },
    show(connected) {
      root.hidden = connected === null;
      if (connected !== null) showStatuses(connected);
      else status.clear();
    },
  };
}
