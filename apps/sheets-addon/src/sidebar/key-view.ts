import { isGatewayKey } from '@answershare/core';
import type { FileState } from '../actions/file-state.ts';
import type { WebsiteChoice } from '../actions/sample-figures.ts';
import type { Connected, StatusAnswer } from '../connection/connection.ts';
import { button, element, facts, fill, fillChoices, labelField, section } from './elements.ts';
import { type KeyField, keyField } from './key-field.ts';
import { readingPanel } from './reading-panel.ts';
import * as server from './server.ts';
import { type Messages, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** The stored connection as rows of name and value. */
function listConnectionFacts(
  messages: Messages,
  { masked, host, websites, isLimited, connectedAt, connectedBy, shared }: Connected,
): readonly (readonly [string, string])[] {
  const { t, moment } = messages;
  const time = moment(connectedAt);
  const key = shared ? t('key.shared', { key: masked }) : masked;
  const rows: [string, string][] = [
    [t('view.key'), key],
    [t('key.factService'), host],
  ];
  if (websites !== null)
    rows.push([t('term.websites'), isLimited ? t('key.limited', { count: websites }) : String(websites)]);
  if (connectedAt > 0)
    rows.push([t('key.factSince'), connectedBy === '' ? time : t('key.by', { time, user: connectedBy })]);
  return rows;
}

/** The websites of the key; those that the file may show are selected. */
function createWebsiteList({ websites, allowed }: WebsiteChoice): HTMLSelectElement {
  const list = element('select', []);
  list.multiple = true;
  list.size = 8;
  fillChoices(
    list,
    websites.map((website) => ({ value: website.id, text: server.websiteName(website) })),
  );
  for (const option of list.options) option.selected = allowed?.includes(option.value) ?? true;
  return list;
}

/** Shows that a key works. A gateway has a history, which the file takes at once. */
async function showWorkingKey(
  { t, fault }: Messages,
  status: ReturnType<typeof statusLine>,
  { masked }: Connected,
  works: string,
): Promise<void> {
  if (!isGatewayKey(masked)) {
    status.show('works', works);
    return;
  }
  status.show('busy', t('say.wait'));
  const taken = await server.callAction('track');
  const found = taken.ok
    ? t('history.recorded', { count: taken.done.added, filled: taken.done.filled })
    : fault(taken);
  status.show(taken.ok ? 'works' : 'fails', [works, t('history.title'), found].join(' · '));
}

/** Connects, replaces and removes the file's key. */
export function keyView(context: ViewContext): SidebarView {
  const { t, fault } = context.messages;
  const status = statusLine();
  status.show('busy', t('key.looking'));
  const body = element('div', [], 'stack');
  const reading = readingPanel(context, async () => {
    const answer = await server.callConnectionStatus();
    if (answer.ok && answer.connected) showConnected(answer);
    await context.reload();
  });
  let connected: Connected | null = null;
  let field: KeyField | null = null;
  let checkButton: HTMLButtonElement | null = null;
  /** True while the status is that a check failed because requests are paused. */
  let isPauseShown = false;

  const connectionText = (): string =>
    connected === null ? '' : t('key.connected', { key: connected.masked });
  const showConnection = (): void => {
    isPauseShown = false;
    const refusal = connected?.refusal ?? null;
    if (refusal === null) status.show('works', connectionText());
    else status.show('fails', fault(refusal));
  };
  const busy = (isBusy: boolean): void => {
    field?.disable(isBusy);
    for (const control of body.querySelectorAll('button')) control.disabled = isBusy;
    body.setAttribute('aria-busy', String(isBusy));
  };

  function askForKey(host: string): KeyField {
    const created = keyField(context.messages, host, () => void tryKey());
    field = created;
    const cancel = button(
      t('do.cancel'),
      () => {
        created.clear();
        if (connected !== null) {
          showConnection();
          showConnected(connected)[0]?.focus();
        }
      },
      'quiet',
    );
    cancel.hidden = connected === null;
    const actions = element(
      'div',
      [button(t('key.connect'), () => void tryKey(), 'action'), cancel],
      'actions',
    );
    fill(body, [
      ...(connected === null ? [] : [facts(listConnectionFacts(context.messages, connected))]),
      created.root,
      actions,
    ]);
    return created;
  }

  function showConnected(connection: Connected): readonly HTMLButtonElement[] {
    connected = connection;
    field = null;
    reading.show(connection);
    const isRefused = connection.refusal !== null;
    const replace = button(
      t('key.replace'),
      () => askForKey(connection.host).focus(),
      isRefused ? 'action' : 'plain',
    );
    const check = button(t('key.check'), () => void checkKey(), 'quiet');
    checkButton = check;
    const forget = button(t('key.disconnect'), () => askWhetherSure(connection), 'quiet');
    const choose = button(t('key.choose'), () => void askForWebsites(connection), 'quiet');
    const actions = [replace, check, choose, ...(connection.shared ? [] : [forget])];
    fill(body, [
      facts(listConnectionFacts(context.messages, connection)),
      element('div', actions, 'actions'),
    ]);
    return [replace, forget];
  }

  function askWhetherSure(connection: Connected): void {
    const question = element('p', t('key.sure'));
    question.id = 'sure-text';
    const yes = button(t('key.disconnect'), () => void forget(connection), 'action');
    const no = button(t('key.keep'), () => showConnected(connection)[1]?.focus(), 'quiet');
    const sure = element('div', [question, element('div', [yes, no], 'actions')], 'sure');
    sure.setAttribute('role', 'group');
    sure.setAttribute('aria-labelledby', 'sure-text');
    fill(body, [facts(listConnectionFacts(context.messages, connection)), sure]);
    no.focus();
  }

  async function askForWebsites(connection: Connected): Promise<void> {
    busy(true);
    const choice = await server.callAction('websiteChoice');
    busy(false);
    if (!choice.ok) {
      status.show('fails', fault(choice));
      return;
    }
    const list = createWebsiteList(choice.done);
    const save = button(t('do.save'), () => void storeWebsites(list), 'action');
    const cancel = button(t('do.cancel'), () => showConnected(connection)[0]?.focus(), 'quiet');
    fill(body, [
      facts(listConnectionFacts(context.messages, connection)),
      labelField(t('term.websites'), list),
      element('p', t('key.chooseText'), 'help'),
      element('div', [save, cancel], 'actions'),
    ]);
    list.focus();
  }

  async function storeWebsites(list: HTMLSelectElement): Promise<void> {
    const ids = Array.from(list.selectedOptions, ({ value }) => value);
    busy(true);
    const answer = await server.callAction('chooseWebsites', { ids });
    const after = await server.callConnectionStatus();
    busy(false);
    if (answer.ok) showAnswer(after);
    const [problem] = answer.ok ? answer.done.faults : [fault(answer)];
    if (problem !== undefined) status.show('fails', problem);
    server.forgetWebsites();
    (answer.ok ? checkButton : list)?.focus();
    await context.reload();
  }

  function showAnswer(answer: StatusAnswer): void {
    if (answer.ok && answer.connected) {
      showConnected(answer);
      showConnection();
      return;
    }
    connected = null;
    reading.show(null);
    askForKey(answer.ok ? answer.host : t('key.factService'));
    if (answer.ok) status.show('none', t('key.none'));
    else status.show('fails', fault(answer));
  }

  async function tryKey(): Promise<void> {
    const current = field;
    if (current === null || body.getAttribute('aria-busy') === 'true') return;
    const key = current.value();
    if (key === '') {
      current.showProblem(t('key.paste'));
      current.focus();
      return;
    }
    busy(true);
    current.showProblem('');
    status.show('busy', t('key.trying'));
    const answer = await server.callConnect(key);
    busy(false);
    if (!answer.ok) {
      status.show(
        'fails',
        connected === null ? t('key.notConnected') : t('key.notTaken', { state: connectionText() }),
      );
      current.showProblem(fault(answer));
      current.focus();
      return;
    }
    current.clear();
    showConnected(answer)[0]?.focus();
    server.forgetWebsites();
    await reading.run('cached');
    const inspected = await server.callConnectionStatus();
    if (inspected.ok && inspected.connected) connected = inspected;
    const { websites } = connected ?? answer;
    const works =
      websites === null
        ? connectionText()
        : t('key.works', { facts: t('key.websites', { count: websites }) });
    await showWorkingKey(context.messages, status, answer, works);
    await context.reload();
  }

  async function checkKey(): Promise<void> {
    busy(true);
    status.show('busy', t('key.trying'));
    const answer = await server.callAction('checkKey');
    busy(false);
    await context.reload();
    if (answer.ok) status.show('works', connectionText());
    else status.show('fails', fault(answer));
    isPauseShown = !answer.ok && answer.code === 'paused';
    checkButton?.focus();
  }

  async function forget(connection: Connected): Promise<void> {
    busy(true);
    status.show('busy', t('key.disconnecting'));
    const answer = await server.callDisconnect();
    busy(false);
    if (!answer.ok) {
      showConnected(connection)[1]?.focus();
      status.show('fails', fault(answer));
      return;
    }
    server.forgetWebsites();
    showAnswer(answer);
    field?.focus();
    await context.reload();
  }

  void server.callConnectionStatus().then((answer) => {
    showAnswer(answer);
    if (!answer.ok || !answer.connected || answer.refusal !== null) return;
    const statuses = Object.values(answer.recipes);
    if (statuses.length === 0) void reading.run('cached');
    else if (statuses.length < 5 || statuses.includes('provisional')) void reading.run('stored');
  });
  const sharingNote = element(
    'p',
    [element('strong', t('key.whose')), document.createTextNode(` ${t('key.whoseText')}`)],
    'note',
  );
  const panel = element('div', [section(t('key.title'), [status.root, body, sharingNote]), reading.root]);
  return {
    panel,
    show(state: FileState) {
      reading.showUnread(state.unread);
      if (isPauseShown && !state.paused) showConnection();
      if (connected === null || JSON.stringify(connected.refusal) === JSON.stringify(state.refusal)) return;
      connected = { ...connected, refusal: state.refusal };
      if (field !== null) return;
      showConnection();
      showConnected(connected);
    },
    opened: () => undefined,
  };
}
