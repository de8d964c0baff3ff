import { button, element } from './elements.ts';
import type { StatusLine, Talk } from './talk.ts';

/** A text to be copied: a field that holds it, and a button. */
export function copyable(
  { say }: Talk,
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
