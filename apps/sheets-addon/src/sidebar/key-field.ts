import { part } from './elements.ts';

const input = part('key', HTMLInputElement);
const reveal = part('reveal', HTMLButtonElement);
const problem = part('problem', HTMLElement);

function mask(): void {
  input.type = 'password';
  reveal.setAttribute('aria-pressed', 'false');
  reveal.textContent = 'Show';
}

/** The field that takes the key, with what is wrong about it. */
export const keyField = {
  controls: [input, reveal] as const,
  value: (): string => input.value.trim(),
  focus: (): void => input.focus(),
  /** Takes the key out of the page. */
  clear(): void {
    input.value = '';
    mask();
  },
  /** Shows what is wrong; nothing for an empty text. */
  complain(text: string): void {
    problem.textContent = text;
    problem.hidden = text === '';
    input.setAttribute('aria-invalid', String(text !== ''));
  },
  onEnter(act: () => void): void {
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      act();
    });
  },
};

reveal.addEventListener('click', () => {
  if (input.type === 'text') {
    mask();
    return;
  }
  input.type = 'text';
  reveal.setAttribute('aria-pressed', 'true');
  reveal.textContent = 'Hide';
});
input.addEventListener('input', () => keyField.complain(''));
