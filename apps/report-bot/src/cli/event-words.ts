import { counted } from '../counted.ts';
import type { RunEvent } from '../run/run-digests.ts';

/** One line for an event of a run. */
export function eventWords(event: RunEvent): string {
  if (event.type === 'delivery') {
    const reason = event.reason === null ? '' : `: ${event.reason}`;
    const state = event.state === 'ready' ? 'not sent yet' : event.state;
    return `${event.recipient} ${state}${reason}`;
  }
  if (event.type === 'recovered') {
    return `Found after a process that ended early: ${counted(event.ready, 'mail')} ready again, ${event.uncertain} uncertain.`;
  }
  const at = `${event.schedule} ${event.week}`;
  if (event.type === 'composed') return `${at} composed: ${counted(event.digests, 'new digest')}.`;
  if (event.type === 'held') return `${at} waits: ${event.reason}`;
  return `${at} ${event.type}${event.reason === null ? '.' : `: ${event.reason.replace(/\.$/, '')}.`}`;
}
