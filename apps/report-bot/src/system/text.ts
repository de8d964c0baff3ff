import { createHash } from 'node:crypto';
import { suggestWord } from '@answershare/core';

/** `1 website`, `2 websites`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A sentence without its last period, to go on inside another one. */
export const dropPeriod = (sentence: string): string => sentence.replace(/\.$/, '');

/** 32 hexadecimal characters of a hash of these parts. Must never change. */
export function createStableId(...parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 32);
}

/** SHA-256 in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

const choicesShown = 12;

/** The end of a message about an unknown word: the nearest one and the choices. */
export function formatChoices(word: string, choices: readonly string[]): string {
  const near = suggestWord(word, choices);
  const question = near === null ? '.' : `; did you mean "${near}"?`;
  const more = choices.length > choicesShown ? ` and ${choices.length - choicesShown} more` : '';
  return `${question} There is ${choices.slice(0, choicesShown).join(', ')}${more}.`;
}
