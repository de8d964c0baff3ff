import { element, type TabChoice, tabs } from './elements.ts';
import { formulaView } from './formula-view.ts';
import { keyView } from './key-view.ts';
import { quotaStrip } from './quota-strip.ts';
import { refreshView } from './refresh-view.ts';
import { reportView } from './report-view.ts';
import { scheduleView } from './schedule-view.ts';
import { callAction } from './server.ts';
import { toolsView } from './tools-view.ts';
import { createMessages, type SidebarView, statusLine, type ViewContext } from './view.ts';

const sidebar = document.getElementById('sidebar');
if (sidebar === null) throw new Error("The sidebar's page has no sidebar.");
const { locale = 'en', fileLocale = '', zone = '' } = sidebar.dataset;
const messages = createMessages(locale, { locale: fileLocale, zone });
const { t } = messages;
const banner = statusLine();
let reloads = 0;

const context: ViewContext = {
  messages,
  async reload() {
    reloads += 1;
    const own = reloads;
    const answer = await callAction('state');
    // Calls may end in another order than they began: an older state would undo what a newer one shows.
    if (own !== reloads) return;
    if (!answer.ok) {
      banner.show('fails', messages.fault(answer));
      return;
    }
    const state = answer.done;
    const isExplained = !views.key.panel.hidden;
    if (state.refusal !== null && !isExplained) banner.show('fails', t('key.refused'));
    else if (state.paused) banner.show('none', t('pause.on'));
    else banner.clear();
    quota.show(state);
    for (const { show } of Object.values(views)) show(state);
  },
};

const quota = quotaStrip(context);
const schedule = scheduleView(context);
const views = {
  key: keyView(context),
  formula: formulaView(context),
  reports: reportView(context),
  refresh: refreshView(context, schedule),
  tools: toolsView(context),
};

type ViewKey = keyof typeof views;

const keys = Object.keys(views) as ViewKey[];
const choices = keys.map((key): TabChoice<ViewKey> => {
  const { panel, opened }: SidebarView = views[key];
  return {
    key,
    title: t(`view.${key}`),
    panel,
    opened() {
      opened();
      void context.reload();
    },
  };
});
const navigation = tabs(t('view.all'), choices);
const title = element('h1', 'Answershare', 'away');
sidebar.append(title, navigation.root, quota.root, banner.root, ...keys.map((key) => views[key].panel));
const first = sidebar.dataset.view ?? 'key';
navigation.open(keys.find((key) => key === first) ?? 'key');
// Cells may have spent requests and changed the key's state since the user last looked.
window.addEventListener('focus', () => void context.reload());
