import type { FileState } from '../actions/file-state.ts';
import type { Connected, StatusAnswer } from '../connection/connection.ts';
import { button, element, facts, fill, section } from './elements.ts';
import { readingPanel } from './reading-panel.ts';
import { quotaPanel } from './refresh-view.ts';
import * as server from './server.ts';
import { type Messages, type SidebarView, statusLine, type ViewContext } from './view.ts';

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

/** Connects, replaces and removes the file's key. */
export function keyView(room: ViewContext): SidebarView {
  const { say, fault } = room.talk;
  const status = statusLine();
  status.tell('busy', say('key.looking'));
  const body = element('div', [], 'stack');
  const quota = quotaPanel(room);
  const reading = readingPanel(room, async () => {
    const answer = await server.callConnectionStatus();
    if (answer.ok && answer.connected) stand(answer);
    await room.look();
  });
  let standing: Connected | null = null;
  let field: KeyField | null = null;

  const standsText = (): string => (standing === null ? '' : say('key.stands', { key: standing.masked }));
  const tellStanding = (): void => {
    const refusal = standing?.refusal ?? null;
    if (refusal === null) status.tell('works', standsText());
    else status.tell('fails', fault(refusal));
  };
  const busy = (is: boolean): void => {
    field?.disable(is);
    for (const control of body.querySelectorAll('button')) control.disabled = is;
    body.setAttribute('aria-busy', String(is));
  };

  function askForKey(host: string): KeyField {
    const made = keyField(room.talk, host, () => void tryKey());
    field = made;
    const cancel = button(
      say('do.cancel'),
      () => {
        made.clear();
        if (standing !== null) {
          tellStanding();
          stand(standing)[0]?.focus();
        }
      },
      'quiet',
    );
    cancel.hidden = standing === null;
    const actions = element(
      'div',
      [button(say('key.connect'), () => void tryKey(), 'action'), cancel],
      'actions',
    );
    fill(body, [
      ...(standing === null ? [] : [facts(listConnectionFacts(room.talk, standing))]),
      made.place,
      actions,
    ]);
    return made;
  }

  function stand(now: Connected): readonly HTMLButtonElement[] {
    standing = now;
    field = null;
    reading.show(now);
    const replace = button(say('key.replace'), () => askForKey(now.host).focus());
    const forget = button(say('key.disconnect'), () => askWhetherSure(now), 'quiet');
    const actions = now.shared ? [replace] : [replace, forget];
    fill(body, [facts(listConnectionFacts(room.talk, now)), element('div', actions, 'actions')]);
    return [replace, forget];
  }

  function askWhetherSure(now: Connected): void {
    const question = element('p', say('key.sure'));
    question.id = 'sure-text';
    const yes = button(say('key.disconnect'), () => void forget(now), 'action');
    const no = button(say('key.keep'), () => stand(now)[1]?.focus(), 'quiet');
    const sure = element('div', [question, element('div', [yes, no], 'actions')], 'sure');
    sure.setAttribute('role', 'group');
    sure.setAttribute('aria-labelledby', 'sure-text');
    fill(body, [facts(listConnectionFacts(room.talk, now)), sure]);
    no.focus();
  }

  function take(answer: StatusAnswer): void {
    if (answer.ok && answer.connected) {
      stand(answer);
      tellStanding();
      return;
    }
    standing = null;
    reading.show(null);
    askForKey(answer.ok ? answer.host : say('key.factService'));
    if (answer.ok) status.tell('none', say('key.none'));
    else status.tell('fails', fault(answer));
  }

  async function tryKey(): Promise<void> {
    const own = field;
    if (own === null || body.getAttribute('aria-busy') === 'true') return;
    const key = own.value();
    if (key === '') {
      own.complain(say('key.paste'));
      own.focus();
      return;
    }
    busy(true);
    own.complain('');
    status.tell('busy', say('key.trying'));
    const answer = await server.callConnect(key);
    busy(false);
    if (!answer.ok) {
      status.tell(
        'fails',
        standing === null ? say('key.notConnected') : say('key.notTaken', { standing: standsText() }),
      );
      own.complain(fault(answer));
      own.focus();
      return;
    }
    own.clear();
    stand(answer)[0]?.focus();
    await reading.run(false);
    const inspected = await server.callConnectionStatus();
    if (inspected.ok && inspected.connected) standing = inspected;
    status.tell('works', formatWorks(room.talk, standing ?? answer));
    await room.look();
  }

  async function forget(now: Connected): Promise<void> {
    busy(true);
    status.tell('busy', say('key.disconnecting'));
    const answer = await server.callDisconnect();
    busy(false);
    if (!answer.ok) {
      stand(now)[1]?.focus();
      status.tell('fails', fault(answer));
      return;
    }
    take(answer);
    field?.focus();
    await room.look();
  }

  void server.callConnectionStatus().then((answer) => {
    take(answer);
    const isLacking = answer.ok && answer.connected && Object.keys(answer.recipes).length < 5;
    if (isLacking && answer.refusal === null) void reading.run(false);
  });
  const whose = element(
    'p',
    [element('strong', say('key.whose')), document.createTextNode(` ${say('key.whoseText')}`)],
    'note',
  );
  const panel = element('div', [
    section(say('key.title'), [status.place, body, whose]),
    reading.place,
    quota.place,
  ]);
  let opened = false;
  return {
    panel,
    show(state: FileState) {
      quota.show(state);
      reading.tellUnread(state.unread);
      if (standing === null || JSON.stringify(standing.refusal) === JSON.stringify(state.refusal)) return;
      standing = { ...standing, refusal: state.refusal };
      if (field === null) tellStanding();
    },
    opened() {
      if (opened) void room.look();
      opened = true;
    },
  };
}
