import type { FileState } from '../actions/file-state.ts';
import type { BatchQuestion } from '../actions/gather.ts';
import type { FailedAnswer } from '../connection/connection.ts';
import { createTranslate, isTextKey, type Translate, toLanguage } from '../texts/texts.ts';
import { button, element } from './elements.ts';
import { translateFault } from './fault-sentences.ts';
import { gatherAll, type RefreshStep, type RefreshTask } from './server.ts';

/** The sidebar's texts in the user's language, its times in the file's zone and locale. */
export interface Messages {
  readonly t: Translate;
  /** A failure in the user's language. Of a sentence that is English alone, the parts that have a translation follow. */
  fault(failed: Pick<FailedAnswer, 'code' | 'sentence'>): string;
  /** `14:05`, with its date on another day. */
  moment(instant: number): string;
  /** A time of today, with seconds if `fine`. */
  clock(instant: number, fine?: boolean): string;
  count(number: number): string;
  /** The name of a day, 1 for Monday. */
  weekday(day: number): string;
}

/** The file's settings for dates, as `de_DE` and `Europe/Berlin`; empty if unknown. */
interface FileFormat {
  readonly locale: string;
  readonly zone: string;
}

/** Options that Intl accepts: a setting that it does not know is left out. */
function toDateFormat(options: Intl.DateTimeFormatOptions, { locale, zone }: FileFormat, language: string) {
  try {
    return new Intl.DateTimeFormat(locale.replace(/_/g, '-') || language, {
      ...options,
      ...(zone === '' ? {} : { timeZone: zone }),
    });
  } catch {
    return new Intl.DateTimeFormat(language, options);
  }
}

export function createMessages(locale: string, file: FileFormat): Messages {
  const language = toLanguage(locale);
  const t = createTranslate(language);
  document.documentElement.lang = language;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const shortTime = toDateFormat(time, file, language);
  const fineTime = toDateFormat({ ...time, second: '2-digit' }, file, language);
  const date = toDateFormat({ year: 'numeric', month: 'short', day: 'numeric' }, file, language);
  const clock = (instant: number, fine = false): string => (fine ? fineTime : shortTime).format(instant);
  return {
    t,
    clock,
    moment(instant) {
      const day = date.format(instant);
      return day === date.format(Date.now()) ? clock(instant) : `${day} ${clock(instant)}`;
    },
    count: (number) => number.toLocaleString(language),
    weekday(day) {
      // 2024-01-01 is a Monday.
      return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
        Date.UTC(2024, 0, day),
      );
    },
    fault({ code, sentence }) {
      const key = `fault.${code}` as const;
      if (!isTextKey(key)) return sentence;
      const own = t(key, { sentence });
      if (own === sentence) return own;
      const more = translateFault(sentence, createTranslate('en'), t);
      // What is missing is named by the parts themselves.
      return [...(code === 'not_found' && more.length > 0 ? [] : [own]), ...more].join(' ');
    },
  };
}

type Tone = 'busy' | 'works' | 'none' | 'fails';

/** A line with a state, shown by a word and a mark. Screen readers announce its changes. */
export interface StatusLine {
  readonly root: HTMLElement;
  show(tone: Tone, text: string): void;
  clear(): void;
}

export function statusLine(): StatusLine {
  const root = element('p', '', 'status');
  root.setAttribute('role', 'status');
  root.setAttribute('aria-live', 'polite');
  // An empty region stays in the page: one that appears together with its text is not always announced.
  return {
    root,
    show(tone, text) {
      root.dataset.state = tone;
      root.textContent = text;
    },
    clear() {
      root.textContent = '';
    },
  };
}

/** What the views share. */
export interface ViewContext {
  readonly messages: Messages;
  /** Reads the file's state and has every view show it. */
  reload(): Promise<void>;
}

export interface SidebarView {
  readonly panel: HTMLElement;
  /** Shows the file's state. */
  show(state: FileState): void;
  /** Called each time the user opens it. */
  opened(): void;
}

/** A field with a text to copy, and a button. */
export function copyButton(
  { t }: Messages,
  label: string,
  status: StatusLine,
  rows = 2,
): { readonly root: HTMLElement; set(text: string): void; text(): string } {
  const area = element('textarea', '');
  area.readOnly = true;
  area.rows = rows;
  area.setAttribute('aria-label', label);
  const copy = button(
    t('do.copy'),
    () => {
      area.focus();
      area.select();
      // The Clipboard API needs a permission that Google's frame does not have.
      const copied = document.execCommand('copy');
      status.show('works', t(copied ? 'say.copied' : 'say.selected'));
    },
    'quiet',
  );
  return {
    root: element('div', [area, copy], 'row'),
    set(text) {
      area.value = text;
    },
    text: () => area.value,
  };
}

/** A bar, a line and a cancel button, while questions are asked. */
export interface ProgressBar {
  readonly root: HTMLElement;
  run(questions: readonly BatchQuestion[], freshFrom: number): Promise<RefreshTask>;
}

export function progressBar({ t, clock, count }: Messages, status: StatusLine): ProgressBar {
  const bar = element('progress', '');
  bar.setAttribute('aria-label', t('refresh.bar'));
  let controller = new AbortController();
  const cancel = button(t('do.cancel'), () => controller.abort());
  const root = element('div', [bar, element('div', [cancel], 'actions')], 'stack');
  root.hidden = true;

  function showProgress({ done, total, left, waitsUntil }: RefreshStep): void {
    bar.max = Math.max(1, total);
    bar.value = done;
    const facts = { done, total };
    if (waitsUntil !== null)
      status.show('busy', t('refresh.waiting', { ...facts, time: clock(waitsUntil, true) }));
    else if (left === null) status.show('busy', t('refresh.progressPlain', facts));
    else status.show('busy', t('refresh.progress', { ...facts, left: count(left) }));
  }

  return {
    root,
    async run(questions, freshFrom) {
      controller = new AbortController();
      root.hidden = false;
      cancel.focus();
      const task = await gatherAll(questions, freshFrom, showProgress, controller.signal);
      root.hidden = true;
      return task;
    },
  };
}
