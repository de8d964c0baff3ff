import type { Connected, StatusAnswer } from '../connection/status.ts';
import { element, part } from './elements.ts';
import { showFunctions } from './function-list.ts';
import * as server from './server.ts';
import { factsOf, worksText } from './words.ts';

const status = part('status', HTMLElement);
const facts = part('facts', HTMLElement);
const form = part('connect', HTMLFormElement);
const input = part('key', HTMLInputElement);
const reveal = part('reveal', HTMLButtonElement);
const problem = part('problem', HTMLElement);
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

function showProblem(text: string): void {
  problem.textContent = text;
  problem.hidden = text === '';
  input.setAttribute('aria-invalid', String(text !== ''));
}

function hideKey(): void {
  input.type = 'password';
  reveal.setAttribute('aria-pressed', 'false');
  reveal.textContent = 'Show';
}

function show(view: 'form' | 'connected' | 'sure'): void {
  form.hidden = view !== 'form';
  connected.hidden = view !== 'connected';
  sure.hidden = view !== 'sure';
  facts.hidden = standing === null;
  cancel.hidden = standing === null;
  showProblem('');
}

function showConnected(now: Connected): void {
  standing = now;
  facts.replaceChildren(
    ...factsOf(now).reduce<Node[]>(
      (all, [name, value]) => all.concat(element('dt', name), element('dd', value)),
      [],
    ),
  );
  part('host', HTMLElement).textContent = now.host;
  show('connected');
}

function take(answer: StatusAnswer): void {
  if (answer.ok && answer.connected) {
    showConnected(answer);
    tell('works', `Connected with ${answer.masked}`);
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
  for (const control of [input, reveal, submit, cancel, yes, no]) control.disabled = is;
  form.setAttribute('aria-busy', String(is));
}

async function tryKey(): Promise<void> {
  const key = input.value.trim();
  if (key === '') {
    showProblem('Paste an API key first.');
    return input.focus();
  }
  busy(true);
  showProblem('');
  tell('busy', 'Trying the key with one or two requests…');
  const answer = await server.connect(key);
  busy(false);
  if (!answer.ok) {
    tell(
      'fails',
      standing === null
        ? 'Not connected.'
        : `This key was not taken. Still connected with ${standing.masked}.`,
    );
    showProblem(answer.sentence);
    return input.focus();
  }
  input.value = '';
  hideKey();
  showConnected(answer);
  tell('works', worksText(answer));
  replace.focus();
}

async function forget(): Promise<void> {
  busy(true);
  tell('busy', 'Disconnecting…');
  take(await server.disconnect());
  busy(false);
  input.focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void tryKey();
});
reveal.addEventListener('click', () => {
  if (input.type === 'text') return hideKey();
  input.type = 'text';
  reveal.setAttribute('aria-pressed', 'true');
  reveal.textContent = 'Hide';
});
input.addEventListener('input', () => showProblem(''));
replace.addEventListener('click', () => {
  show('form');
  input.focus();
});
cancel.addEventListener('click', () => {
  input.value = '';
  hideKey();
  if (standing !== null) {
    tell('works', `Connected with ${standing.masked}`);
    show('connected');
  }
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
