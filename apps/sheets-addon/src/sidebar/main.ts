import { createPart, element, type TabChoice, tabs } from './elements.ts';
import { formulaView } from './formula-view.ts';
import { keyView } from './key-view.ts';
import { refreshView } from './refresh-view.ts';
import { reportView } from './report-view.ts';
import { scheduleView } from './schedule-view.ts';
import { callAction, forgetWebsites } from './server.ts';
import { toolsView } from './tools-view.ts';
import { createMessages, type SidebarView, statusLine, type ViewContext } from './view.ts';

const sidebar = createPart('sidebar', HTMLElement);
const { locale = 'en', fileLocale = '', zone = '' } = sidebar.dataset;
const messages = createMessages(locale, { locale: fileLocale, zone });
const { t } = messages;
const banner = statusLine();

const context: ViewContext = {
  messages,
  async reload() {
    forgetWebsites();
    const answer = await callAction('state');
    if (!answer.ok) {
      banner.show('fails', messages.fault(answer));
      return;
    }
    const state = answer.done;
    if (state.paused) banner.show('none', t('pause.on'));
    else banner.clear();
    for (const { show } of Object.values(views)) show(state);
  },
};

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
  return { key, title: t(`view.${key}`), panel, opened };
});
const navigation = tabs(t('view.all'), choices);
const title = element('h1', 'Answershare', 'away');
sidebar.append(title, navigation.root, banner.root, ...keys.map((key) => views[key].panel));
const first = sidebar.dataset.view ?? 'key';
navigation.open(keys.find((key) => key === first) ?? 'key');
void context.reload();
