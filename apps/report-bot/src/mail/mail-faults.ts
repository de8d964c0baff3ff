import { htmlBudget, type RenderedMail } from './render.ts';
import { maxSubjectLength } from './subject.ts';
import { countGraphemes, maxLineLength } from './text-layout.ts';

/** Markup that mail programs drop or refuse (caniemail 2.0.2), by what a finding says about it. */
const unsupportedMarkup: readonly (readonly [RegExp, string])[] = [
  [/(?:\b(?:src|href|background|srcset)\s*=\s*["']?\s*|url\(\s*["']?\s*)data:/i, 'a data: address'],
  [/\b(?:src|href|action)\s*=\s*["']?\s*javascript:/i, 'a javascript: address'],
  [/<svg\b/i, 'an <svg>'],
  [/(?:\bstyle\s*=\s*"[^"]*|<style\b[^<]*)\bvar\(/i, 'a CSS variable, var()'],
  [/<(?:script|iframe|form|link|object|embed)\b/i, 'a script, frame, form, link or object'],
  [/<img\b[^>]*\ssrc\s*=\s*["']?https?:/i, 'an image from a server; attach it instead'],
  [/<img\b(?![^>]*\salt\s*=)/i, 'an image without alt'],
];

/** Faults of a mail that a reader would notice, as sentences; empty if there is none. */
export function findMailFaults({
  subject,
  html,
  text,
}: Pick<RenderedMail, 'subject' | 'html' | 'text'>): string[] {
  const bytes = Buffer.byteLength(html);
  const length = countGraphemes(subject);
  // An address without a space cannot be broken.
  const longLines = text
    .split('\n')
    .filter((line) => countGraphemes(line) > maxLineLength && /\S\s+\S/.test(line));
  return [
    ...(length > maxSubjectLength
      ? [`The subject has ${length} characters; a phone shows ${maxSubjectLength}.`]
      : []),
    ...(bytes > htmlBudget ? [`The HTML part has ${bytes} bytes; the most are ${htmlBudget}.`] : []),
    ...unsupportedMarkup
      .filter(([pattern]) => pattern.test(html))
      .map(([, found]) => `The HTML part has ${found}.`),
    ...longLines.map((line) => `A line of the text part has over ${maxLineLength} characters: ${line}`),
  ];
}
