import type { Quirks } from '../quirks/table.ts';

const FURTHER_SECONDS = 30;

/** The wait in the message of a 429 (specification §7 states seconds; its wording is undecided item 22). */
export const WAIT_TEXTS: Readonly<Record<Quirks['waitText'], (seconds: number) => string>> = {
  seconds: (seconds) => `retry in ${seconds} seconds.`,
  short: (seconds) => `retry in ${seconds}s.`,
  words: (seconds) => `retry in ${inWords(seconds)}.`,
  foreign: (seconds) => `in ${seconds} Sekunden erneut versuchen.`,
  disagrees: (seconds) => `retry in ${seconds + FURTHER_SECONDS} seconds.`,
};

function inWords(seconds: number): string {
  if (seconds <= 60) return 'less than a minute';
  return seconds <= 3600 ? 'less than an hour' : 'less than a day';
}
