import { maxSubjectLength } from '../../message/subject.ts';
import { countGraphemes, maxLineLength } from '../../message/text-layout.ts';
import { findMarkupFaults } from './markup.ts';
import { htmlBudget, type RenderedMail } from './render.ts';

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
    ...findMarkupFaults(html).map(({ message }) => `The HTML part ${message}.`),
    ...longLines.map((line) => `A line of the text part has over ${maxLineLength} characters: ${line}`),
  ];
}
