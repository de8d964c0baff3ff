import { Complaint } from '../complaint.ts';

/** Splits a line into words as a shell does for plain words and single or double quotes. */
export function words(line: string): string[] {
  const found: string[] = [];
  const part = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"'\\]|\\.)+))(?=\s|$)/y;
  const text = line.trim();
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const match = part.exec(text);
    if (match === null)
      throw new Complaint(
        'The line has a quote that does not close or stands inside a word. Quote whole words.',
        2,
      );
    const [, double, single, plain] = match;
    found.push(single ?? (double ?? plain ?? '').replace(/\\(.)/g, '$1'));
    at = part.lastIndex;
  }
  return found;
}
