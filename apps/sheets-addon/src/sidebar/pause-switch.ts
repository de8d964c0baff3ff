import type { FileState } from '../actions/state.ts';
import { element, section, tick } from './elements.ts';
import { act } from './server.ts';
import { statusLine } from './talk.ts';
import type { Room } from './view.ts';

/** Stops and continues the requests of the file. */
export function pauseSwitch(room: Room): { readonly place: HTMLElement; show(state: FileState): void } {
  const { say, fault } = room.talk;
  const status = statusLine();
  const { place, box } = tick(say('pause.label'));

  async function change(): Promise<void> {
    const paused = box.checked;
    box.disabled = true;
    const answer = await act('pause', { paused });
    box.disabled = false;
    if (answer.ok) {
      const [standing] = answer.done.faults;
      if (standing !== undefined) status.tell('fails', `${say('pause.off')} ${standing}`);
      else status.tell(paused ? 'none' : 'works', say(paused ? 'pause.on' : 'pause.off'));
    } else {
      box.checked = !paused;
      status.tell('fails', fault(answer));
    }
    box.focus();
    await room.look();
  }

  box.addEventListener('change', () => void change());
  return {
    place: section(say('pause.title'), [place, element('p', say('pause.help'), 'help'), status.place]),
    show({ paused }) {
      box.checked = paused;
      if (paused) status.tell('none', say('pause.on'));
    },
  };
}
