import type { Connected } from '../connection/connection-status.ts';
import { button, element } from './elements.ts';
import type { Messages } from './view.ts';

/** The field for the key, with its validation message. */
export interface KeyField {
  readonly place: HTMLElement;
  value(): string;
  focus(): void;
  /** Removes the key from the page. */
  clear(): void;
  /** Shows what is wrong; an empty text shows nothing. */
  complain(text: string): void;
  disable(is: boolean): void;
}

export function keyField({ say }: Messages, host: string, enter: () => void): KeyField {
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
  const help = element('p', say('key.help', { host }), 'help');
  help.id = 'key-help';
  const label = element('label', say('key.label'));
  label.htmlFor = 'key';

  const show = (shown: boolean): void => {
    input.type = shown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(shown));
    reveal.textContent = say(shown ? 'key.hide' : 'key.show');
  };
  const reveal = button(say('key.show'), () => show(input.type === 'password'), 'quiet');
  reveal.setAttribute('aria-controls', 'key');
  show(false);

  const complain = (text: string): void => {
    problem.textContent = text;
    problem.hidden = text === '';
    input.setAttribute('aria-invalid', String(text !== ''));
  };
  input.addEventListener('input', () => complain(''));
  // A page in a frame without allow-forms gets no submit event (HTML, sandboxed forms flag), so there is
  // no form.
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    enter();
  });
  return {
    place: element('div', [label, element('div', [input, reveal], 'beside'), problem, help], 'field'),
    value: () => input.value.trim(),
    focus: () => input.focus(),
    clear() {
      input.value = '';
      show(false);
    },
    complain,
    disable(is) {
      input.disabled = is;
      reveal.disabled = is;
    },
  };
}

function formatForm({ say }: Messages, form: Connected['form']): string {
  if (form === null) return say('key.formUnknown');
  return form === 'mixed' ? say('key.formMixed') : say('key.form', { form });
}

/** `Key works: Form 2, 8 websites`. */
export function formatWorks(talk: Messages, { form, websites }: Connected): string {
  const { say } = talk;
  const counted = websites === null ? [] : [say('key.websites', { count: websites })];
  const parts = [formatForm(talk, form)].concat(counted);
  return say('key.works', { facts: parts.join(', ') });
}

/** The stored connection as rows of name and value. */
export function listConnectionFacts(
  talk: Messages,
  { masked, host, form, websites, shared }: Connected,
): readonly (readonly [string, string])[] {
  const { say } = talk;
  const key = shared ? say('key.shared', { key: masked }) : masked;
  const rows: [string, string][] = [
    [say('key.factKey'), key],
    [say('key.factService'), host],
    [say('key.factForm'), formatForm(talk, form)],
  ];
  if (websites !== null) rows.push([say('key.factWebsites'), String(websites)]);
  return rows;
}
