import type { Connected, StatusAnswer } from '../connection/status.ts';
import { element, part } from './elements.ts';
import { showFunctions } from './function-list.ts';
import { keyField } from './key-field.ts';
import * as server from './server.ts';
import { factsOf, standsText, worksText } from './words.ts';

const status = part('status', HTMLElement);
const facts = part('facts', HTMLElement);
const form = part('connect', HTMLFormElement);
const submit = part('submit', HTMLButtonElement);
const cancel = part('cancel', HTMLButtonElement);
const connected = part('connected', HTMLElement);
const replace = part('replace', HTMLButtonElement);
const disconnect = part('disconnect', HTMLButtonElement);
const sure = part('sure', HTMLElement);
const yes = part('disconnect-yes', HTMLButtonElement);
const no = part('disconnect-no', HTMLButtonElement);

let standing: Connected | null = null;

function tell(state: 'busy' | 'works' | 'none' | 'fails', text: string): void {
  status.dataset.state = state;
  status.textContent = text;
}

function show(view: 'form' | 'connected' | 'sure'): void {
  form.hidden = view !== 'form';
  connected.hidden = view !== 'connected';
  sure.hidden = view !== 'sure';
  facts.hidden = standing === null;
  cancel.hidden = standing === null;
  keyField.complain('');
}

function stand(now: Connected): void {
  standing = now;
  const rows = factsOf(now).map(([name, value]) => [element('dt', name), element('dd', value)]);
  facts.replaceChildren(...rows.reduce<Node[]>((all, row) => all.concat(row), []));
  part('host', HTMLElement).textContent = now.host;
  show('connected');
}

function take(answer: StatusAnswer): void {
  if (answer.ok && answer.connected) {
    stand(answer);
    tell('works', standsText(answer));
    return;
  }
  standing = null;
  show('form');
  if (!answer.ok) {
    tell('fails', answer.sentence);
    return;
  }
  part('host', HTMLElement).textContent = answer.host;
  tell('none', 'No key yet. Formulas need one.');
}

function busy(is: boolean): void {
  for (const control of [...keyField.controls, submit, cancel, yes, no]) control.disabled = is;
  form.setAttribute('aria-busy', String(is));
}

async function tryKey(): Promise<void> {
  if (submit.disabled) return;
  const key = keyField.value();
  if (key === '') {
    keyField.complain('Paste an API key first.');
    keyField.focus();
    return;
  }
  busy(true);
  keyField.complain('');
  tell('busy', 'Trying the key with two requests…');
  const answer = await server.connect(key);
  busy(false);
  if (!answer.ok) {
    tell('fails', standing === null ? 'Not connected.' : `Key not taken. ${standsText(standing)}`);
    keyField.complain(answer.sentence);
    keyField.focus();
    return;
  }
  keyField.clear();
  stand(answer);
  tell('works', worksText(answer));
  replace.focus();
}

async function forget(): Promise<void> {
  busy(true);
  tell('busy', 'Disconnecting…');
  const answer = await server.disconnect();
  busy(false);
  if (!answer.ok) {
    tell('fails', answer.sentence);
    show('connected');
    disconnect.focus();
    return;
  }
  take(answer);
  keyField.focus();
}

// Enter and the button act by themselves: a page in a frame that may not send forms gets no submit event (HTML, sandboxed
// forms flag).
form.addEventListener('submit', (event) => event.preventDefault());
keyField.onEnter(() => void tryKey());
submit.addEventListener('click', () => void tryKey());
replace.addEventListener('click', () => {
  show('form');
  keyField.focus();
});
cancel.addEventListener('click', () => {
  keyField.clear();
  if (standing !== null) tell('works', standsText(standing));
  show('connected');
  replace.focus();
});
disconnect.addEventListener('click', () => {
  show('sure');
  no.focus();
});
no.addEventListener('click', () => {
  show('connected');
  disconnect.focus();
});
yes.addEventListener('click', () => void forget());

showFunctions(part('functions', HTMLElement));
void server.connectionStatus().then(take);
