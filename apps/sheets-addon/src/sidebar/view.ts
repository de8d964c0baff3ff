import type { FileState } from '../actions/file-state.ts';
import type { FailedAnswer } from '../connection/connection-status.ts';
import { toLanguage } from '../texts/language.ts';
import { createGetText, type GetText, isTextKey } from '../texts/texts.ts';
import { button, element } from './elements.ts';

/** The sidebar's language, and its texts in it. */
export interface Messages {
  readonly say: GetText;
  /** A failure in the user's language, with the English sentence that says more; in English that sentence alone. */
  fault(failed: Pick<FailedAnswer, 'code' | 'sentence'>): string;
  /** `14:05`, with the date where it is another day. */
  moment(instant: number): string;
  /** Today's clock, to the second where `fine`. */
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

/** A line that tells how something stands, to the eye by a word and a mark, and to a screen reader as it changes. */
export interface StatusLine {
  readonly place: HTMLElement;
  tell(tone: Tone, text: string): void;
  clear(): void;
}

export function statusLine(): StatusLine {
  const place = element('p', '', 'status');
  place.setAttribute('role', 'status');
  place.setAttribute('aria-live', 'polite');
  // An empty one stays in the page: a region that appears together with its text is not always read out.
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
  /** Asks how the file stands and has every view show it. */
  look(): Promise<void>;
}

/** One view of the sidebar. */
export interface SidebarView {
  readonly panel: HTMLElement;
  /** Shows how the file stands. */
  show(state: FileState): void;
  /** Called each time that a person opens it. */
  opened(): void;
}

/** A text to be copied: a field that holds it, and a button. */
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
      // The Clipboard API asks for a permission that a frame of Google's does not have.
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
