import type { FileState } from '../actions/state.ts';
import type { Connected, Failed } from '../connection/status.ts';
import { confirm, type Inspection, inspect } from '../inspection/inspect.ts';
import { button, element, facts, fill, section } from './elements.ts';
import { type ReadingCard, readingCard } from './reading-card.ts';
import { act } from './server.ts';
import { statusLine } from './talk.ts';
import type { Room } from './view.ts';

const endpoints = ['websites', 'authority', 'citations', 'competitors', 'analytics'] as const;

export interface ReadingPanel {
  readonly place: HTMLElement;
  /** Shows how a connected file's answers are read; null for a file without a connection. */
  show(standing: Connected | null): void;
  /** Tells of an answer that cells could not read. */
  tellUnread(unread: FileState['unread']): void;
  /** Inspects the service. `anew` asks for answers again that are kept. */
  run(anew: boolean): Promise<void>;
}

/** Shows what the service's answers are read as, and has a person confirm it. */
export function readingPanel({ talk }: Room, changed: () => Promise<void>): ReadingPanel {
  const { say, fault, moment } = talk;
  const status = statusLine();
  const unreadLine = statusLine();
  const body = element('div', [], 'stack');
  const again = button(say('reading.inspect'), () => void run(true).then(focusNext));
  const place = section(say('reading.title'), [
    unreadLine.place,
    status.place,
    body,
    element('div', [again], 'actions'),
  ]);
  place.hidden = true;
  let accept: HTMLButtonElement | null = null;

  const focusNext = (): void => (accept ?? again).focus();
  const fails = (failed: Failed): void => status.tell('fails', fault(failed));
  const busy = (is: boolean): void => {
    place.setAttribute('aria-busy', String(is));
    for (const control of place.querySelectorAll('button')) control.disabled = is;
  };

  function showStatuses({ recipes }: Connected): void {
    accept = null;
    const rows = endpoints.map((endpoint) => {
      const known = recipes[endpoint];
      return [say(`endpoint.${endpoint}`), say(known ? `reading.${known}` : 'reading.missing')] as const;
    });
    fill(body, [facts(rows)]);
  }

  function tellOutcome({ findings }: Inspection): void {
    const open = findings.filter((finding) => finding.status === null).length;
    const assumed = findings.some((finding) => finding.status === 'provisional');
    if (open > 0) status.tell('fails', say('reading.needed', { count: open }));
    else status.tell('works', say(assumed ? 'reading.assumedAll' : 'reading.allConfirmed'));
  }

  function showFindings(inspection: Inspection): void {
    const cards = inspection.findings.map((finding) => readingCard(talk, finding));
    const open = cards.filter((card) => card.finding.status === null || card.finding.drafts.length > 1);
    const settled = inspection.findings.every((finding) => finding.status === 'confirmed');
    accept =
      settled || !cards.some((card) => card.chosen() !== null)
        ? null
        : button(say('reading.accept'), () => void take(inspection, cards), 'action');
    fill(body, [
      element('p', say('reading.help'), 'help'),
      ...open.concat(cards.filter((card) => !open.includes(card))).map((card) => card.place),
      ...(accept === null ? [] : [element('div', [accept], 'actions')]),
    ]);
    tellOutcome(inspection);
  }

  async function take(inspection: Inspection, cards: readonly ReadingCard[]): Promise<void> {
    const chosen = cards.flatMap((card) => {
      const draft = card.chosen();
      return draft === null ? [] : [[card.finding.endpoint, draft] as const];
    });
    busy(true);
    status.tell('busy', say('reading.accepting'));
    const answer = await confirm(act, inspection, chosen);
    busy(false);
    if (!answer.ok) {
      fails(answer);
      accept?.focus();
      return;
    }
    await changed();
    status.tell('works', say('reading.accepted'));
    again.focus();
  }

  async function run(anew: boolean): Promise<void> {
    busy(true);
    unreadLine.clear();
    status.tell('busy', say('reading.inspecting'));
    const inspection = await inspect(act, anew);
    busy(false);
    if (inspection.ok) showFindings(inspection);
    else fails(inspection);
  }

  return {
    place,
    run,
    tellUnread(unread) {
      if (unread === null) unreadLine.clear();
      else {
        const words = { fault: fault(unread), when: moment(unread.at) };
        unreadLine.tell('fails', say('reading.meanwhile', words));
      }
    },
    show(standing) {
      place.hidden = standing === null;
      if (standing !== null) showStatuses(standing);
      else status.clear();
    },
  };
}
