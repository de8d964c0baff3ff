import type { Failed } from '../connection/status.ts';
import { languageOf } from '../words/language.ts';
import { isWordKey, type Say, sayIn } from '../words/words.ts';
import { element } from './elements.ts';

/** The sidebar's language, and its texts in it. */
export interface Talk {
  readonly say: Say;
  /** A failure in the user's language, with the English sentence that says more; in English that sentence alone. */
  fault(failed: Pick<Failed, 'code' | 'sentence'>): string;
  /** `14:05`, with the date where it is another day. */
  moment(instant: number): string;
  /** Today's clock, to the second where `fine`. */
  clock(instant: number, fine?: boolean): string;
  count(number: number): string;
}

export function talkIn(locale: string): Talk {
  const language = languageOf(locale);
  const say = sayIn(language);
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
      if (!isWordKey(key)) return sentence;
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
