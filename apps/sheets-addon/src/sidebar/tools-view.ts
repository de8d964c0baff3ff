import { copyable } from './copy.ts';
import { doctorPanel } from './doctor-panel.ts';
import { button, element, section } from './elements.ts';
import { act } from './server.ts';
import { statusLine } from './talk.ts';
import type { Room, View } from './view.ts';

/** The formula doctor and the diagnostics. */
export function toolsView(room: Room): View {
  const { say, fault } = room.talk;
  const status = statusLine();
  const text = copyable(room.talk, say('diagnose.text'), status, 10);
  text.place.hidden = true;
  const make = button(say('diagnose.make'), () => void diagnose());

  async function diagnose(): Promise<void> {
    make.disabled = true;
    status.tell('busy', say('say.wait'));
    const answer = await act('diagnose');
    make.disabled = false;
    make.focus();
    if (!answer.ok) {
      status.tell('fails', fault(answer));
      return;
    }
    status.clear();
    text.set(answer.done.text);
    text.place.hidden = false;
  }

  const diagnostics = section(say('diagnose.title'), [
    element('p', say('diagnose.help'), 'help'),
    element('div', [make], 'actions'),
    status.place,
    text.place,
  ]);
  return {
    panel: element('div', [doctorPanel(room), diagnostics]),
    show: () => undefined,
    opened: () => undefined,
  };
}
