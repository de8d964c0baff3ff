import type { FileState } from '../actions/file-state.ts';
import type { BatchQuestion } from '../actions/gather.ts';
import type { FailedAnswer } from '../connection/connection.ts';
import { toLanguage } from '../texts/language.ts';
import { createGetText, type GetText, isTextKey } from '../texts/texts.ts';
import { button, element } from './elements.ts';
import { gatherAll, type RefreshStep, type RefreshTask } from './server.ts';

/** The sidebar's language and its texts. */
export interface Messages {
  readonly say: GetText;
  /** A failure in the user's language, followed by the English sentence; in English only the sentence. */
  fault(failed: Pick<FailedAnswer, 'code' | 'sentence'>): string;
  /** `14:05`, with its date on another day. */
  moment(instant: number): string;
  /** A time of today, with seconds if `fine`. */
  clock(instant: number, fine?: boolean): string;
  count(number: number): string;
}

export function createMessages(locale: string): Messages {
  const language = toLanguage(locale);
  const say = createGetText(language);
  document.documentElement.lang = language;
  const clock = (instant: number, fine = false): string =>
    new Date(instant).toLocaleTimeString(language, {
      hour: '2-digit',
      minute: '2-digit',
      ...(fine ? { second: '2-digit' } : {}),
    });
  return {
    say,
    clock,
    moment(instant) {
      const when = new Date(instant);
      const today = when.toDateString() === new Date().toDateString();
      return today ? clock(instant) : `${when.toLocaleDateString(language)} ${clock(instant)}`;
    },
    count: (number) => number.toLocaleString(language),
    fault({ code, sentence }) {
      const key = `fault.${code}`;
      if (!isTextKey(key)) return sentence;
      const own = say(key, { sentence });
      return own === sentence || sentence === '' ? own : `${own} (${sentence})`;
    },
  };
}

export type Tone = 'busy' | 'works' | 'none' | 'fails';

/** A line with a state, shown by a word and a mark. Screen readers announce its changes. */
export interface StatusLine {
  readonly place: HTMLElement;
  tell(tone: Tone, text: string): void;
  clear(): void;
}

export function statusLine(): StatusLine {
  const place = element('p', '', 'status');
  place.setAttribute('role', 'status');
  place.setAttribute('aria-live', 'polite');
  // An empty region stays in the page: one that appears together with its text is not always announced.
  return {
    place,
    tell(tone, text) {
      place.dataset.state = tone;
      place.textContent = text;
    },
    clear() {
      place.textContent = '';
    },
  };
}

/** What the views share. */
export interface ViewContext {
  readonly talk: Messages;
  /** Reads the file's state and has every view show it. */
  look(): Promise<void>;
}

/** One view of the sidebar. */
export interface SidebarView {
  readonly panel: HTMLElement;
  /** Shows the file's state. */
  show(state: FileState): void;
  /** Called each time the user opens it. */
  opened(): void;
}

/** A field with a text to copy, and a button. */
export function copyButton(
  { say }: Messages,
  label: string,
  status: StatusLine,
  rows = 2,
): { readonly place: HTMLElement; set(text: string): void; text(): string } {
  const area = element('textarea', '');
  area.readOnly = true;
  area.rows = rows;
  area.setAttribute('aria-label', label);
  const copy = button(
    say('do.copy'),
    () => {
      area.focus();
      area.select();
      // The Clipboard API needs a permission that Google's frame does not have.
      const copied = document.execCommand('copy');
      status.tell('works', say(copied ? 'say.copied' : 'say.selected'));
    },
    'quiet',
  );
  return {
    place: element('div', [area, copy], 'beside'),
    set(text) {
      area.value = text;
    },
    text: () => area.value,
  };
}

/** A bar, a line and a cancel button, while questions are asked. */
export interface ProgressBar {
  readonly place: HTMLElement;
  run(questions: readonly BatchQuestion[], freshFrom: number): Promise<RefreshTask>;
}

export function progressBar({ say, clock, count }: Messages, status: StatusLine): ProgressBar {
  const bar = element('progress', '');
  bar.setAttribute('aria-label', say('refresh.bar'));
  let controller = new AbortController();
  const cancel = button(say('do.cancel'), () => controller.abort());
  const place = element('div', [bar, element('div', [cancel], 'actions')], 'stack');
  place.hidden = true;

  function told({ done, total, left, waitsUntil }: RefreshStep): void {
    bar.max = Math.max(1, total);
    bar.value = done;
    const facts = { done, total };
    if (waitsUntil !== null)
      status.tell('busy', say('refresh.waiting', { ...facts, time: clock(waitsUntil, true) }));
    else if (left === null) status.tell('busy', say('refresh.progressPlain', facts));
    else status.tell('busy', say('refresh.progress', { ...facts, left: count(left) }));
  }

  return {
    place,
    async run(questions, freshFrom) {
      controller = new AbortController();
      place.hidden = false;
      cancel.focus();
      const gathered = await gatherAll(questions, freshFrom, told, controller.signal);
      place.hidden = true;
      return gathered;
    },
  };
}
