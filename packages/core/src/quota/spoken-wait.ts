/** The written units of a wait, milliseconds each; their letters tell, in this order. */
const units: readonly (readonly [start: RegExp, ms: number])[] = [
  [/m(s|ill)/i, 1],
  [/^s/i, 1_000],
  [/m/i, 60_000],
  [/h/i, 3_600_000],
  [/d/i, 86_400_000],
];

const unit = '(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])';
const part = `(\\d+(?:\\.\\d+)?)\\s*(${unit})`;
const whole = new RegExp(`(?<![\\w.])${part}(?:(?:,|\\s|and)*${part})*`, 'gi');
const each = new RegExp(part, 'gi');

/** A length of which as many requests may be sent: `300 requests in`, `60 per`, `every`. */
const isRate =
  /(?:\b(?:per|every|each)|\d(?: (?!(?:re)?try|wait|again)[a-z/]+){0,3} (?:in|within|over))(?: an?| any)?\s*$/i;

const cues = 'retry\\w*|try|wait|again|available|resets?|expires?|back|resume\\w*|refresh\\w*';

/** What stands before a wait, the most telling first. */
const before: readonly RegExp[] = [new RegExp(`\\b(?:${cues})\\b[^.;!?]*$`, 'i'), /\b(?:in|after|for)\s+$/i];

/** Of a message of any length so much is looked at: a megabyte of digits would take these patterns minutes. */
const longestSentence = 500;

function lengthOf(text: string): number {
  let ms = 0;
  text.replace(each, (written, amount: string, named: string) => {
    ms += Number(amount) * (units.find(([start]) => start.test(named))?.[1] ?? 0);
    return written;
  });
  return Math.ceil(ms);
}

/**
 * The wait in a message, in milliseconds: `in 30 seconds`, `try again in 6m0s`, `wait 1 minute and 30 seconds`; not the time in
 * which as many requests are allowed. A number of seconds alone is a wait too (`12s left`); other lengths are something else
 * where nothing says that they are one. Null where the message tells none.
 */
export function spokenWait(message: string): number | null {
  const text = message.slice(0, longestSentence);
  const found: { readonly words: string; readonly lead: string }[] = [];
  text.replace(whole, (words: string, ...rest: readonly unknown[]) => {
    const lead = text.slice(
      0,
      rest.find((one): one is number => typeof one === 'number'),
    );
    if (!isRate.test(lead)) found.push({ words, lead });
    return words;
  });
  const told =
    before.map((cue) => found.find(({ lead }) => cue.test(lead))).find((one) => one !== undefined) ??
    found.find(({ words }) => /[\d\s]s(ec(ond)?s?)?$/i.test(words));
  return told === undefined ? null : lengthOf(told.words);
}
