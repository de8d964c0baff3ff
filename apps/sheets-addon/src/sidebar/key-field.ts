import { button, element } from './elements.ts';
import type { Messages } from './view.ts';

/** The field for the key, with its validation message. */
export interface KeyField {
  readonly root: HTMLElement;
  value(): string;
  focus(): void;
  /** Removes the key from the page. */
  clear(): void;
  /** Shows what is wrong; an empty text shows nothing. */
  showProblem(text: string): void;
  disable(is: boolean): void;
}

export function keyField({ t }: Messages, host: string, onEnter: () => void): KeyField {
  const input = element('input', '');
  input.id = 'key';
  input.type = 'password';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.setAttribute('autocapitalize', 'off');
  input.setAttribute('aria-describedby', 'key-help problem');
  const problem = element('p', '', 'problem');
  problem.id = 'problem';
  problem.setAttribute('role', 'alert');
  problem.hidden = true;
  const help = element('p', t('key.help', { host }), 'help');
  help.id = 'key-help';
  const label = element('label', t('key.label'));
  label.htmlFor = 'key';

  const show = (shown: boolean): void => {
    input.type = shown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(shown));
    reveal.textContent = t(shown ? 'key.hide' : 'key.show');
  };
  const reveal = button(t('key.show'), () => show(input.type === 'password'), 'quiet');
  reveal.setAttribute('aria-controls', 'key');
  show(false);

  const showProblem = (text: string): void => {
    problem.textContent = text;
    problem.hidden = text === '';
    input.setAttribute('aria-invalid', String(text !== ''));
  };
  input.addEventListener('input', () => showProblem(''));
  // A page in a frame without allow-forms gets no submit event (HTML, sandboxed forms flag), so there is
  // no form.
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  });
  return {
    root: element('div', [label, element('div', [input, reveal], 'row'), problem, help], 'field'),
    value: () => input.value.trim(),
    focus: () => input.focus(),
    clear() {
      input.value = '';
      show(false);
    },
    showProblem,
    disable(isDisabled) {
      input.disabled = isDisabled;
      reveal.disabled = isDisabled;
    },
  };
}
