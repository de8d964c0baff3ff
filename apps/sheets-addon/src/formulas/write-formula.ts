import { readReference, writeReference } from './reference.ts';

/** What a person chose for one parameter: a text to be quoted, or what was typed, which may name cells. */
export type Chosen = { readonly text: string } | { readonly typed: string };

const quoted = (text: string): string => `"${text.replace(/"/g, '""')}"`;

/**
 * A choice as a formula's argument. Numbers are quoted too: a decimal comma would separate arguments in some locales, and
 * all our functions take texts.
 */
export function argumentText(chosen: Chosen): string {
  if ('text' in chosen) return chosen.text.trim() === '' ? '' : quoted(chosen.text.trim());
  const typed = chosen.typed.trim();
  if (typed === '') return '';
  const reference = readReference(typed);
  return reference === null ? quoted(typed) : writeReference(reference);
}

/** `=NAME(a; b)`. `;` separates in every locale (public report: ingress-fieldplan #5); blanks at the end are left out. */
export function writeFormula(name: string, choices: readonly Chosen[]): string {
  const texts = choices.map(argumentText);
  while (texts.length > 0 && texts[texts.length - 1] === '') texts.pop();
  return `=${name}(${texts.join('; ')})`;
}
