import { createPart, element, type TabChoice, tabs } from './elements.ts';
import { formulaView } from './formula-view.ts';
import { keyView } from './key-view.ts';
import { refreshView } from './refresh-view.ts';
import { reportView } from './report-view.ts';
import { scheduleView } from './schedule-view.ts';
import { callAct, forgetWebsites } from './server.ts';
import { toolsView } from './tools-view.ts';
import { createMessages, type SidebarView, statusLine, type ViewContext } from './view.ts';

const sidebar = createPart('sidebar', HTMLElement);
const talk = createMessages(sidebar.dataset.locale ?? 'en');
const { say } = talk;
const banner = statusLine();

const room: ViewContext = {
  talk,
  async look() {
    forgetWebsites();
    const answer = await callAct('state');
    if (!answer.ok) {
      banner.tell('fails', talk.fault(answer));
      return;
    }
    const state = answer.done;
    if (state.paused) banner.tell('none', say('pause.on'));
    else banner.clear();
    for (const { show } of Object.values(views)) show(state);
  },
};

const views = {
  key: keyView(room),
  formula: formulaView(room),
  reports: reportView(room),
  refresh: refreshView(room),
  schedule: scheduleView(room),
  tools: toolsView(room),
};

type ViewKey = keyof typeof views;

const keys = Object.keys(views) as ViewKey[];
const choices = keys.map((key): TabChoice<ViewKey> => {
  const { panel, opened }: SidebarView = views[key];
  return { key, title: say(`view.${key}`), panel, opened };
});
const navigation = tabs(say('view.all'), choices);
const title = element('h1', 'Answershare', 'away');
sidebar.append(title, navigation.place, banner.place, ...keys.map((key) => views[key].panel));
const first = sidebar.dataset.view ?? 'key';
navigation.open(keys.find((key) => key === first) ?? 'key');
void room.look();
