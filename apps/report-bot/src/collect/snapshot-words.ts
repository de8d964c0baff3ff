import { counted } from '../counted.ts';
import type { Collected } from './collect.ts';

/** One line for the day, one for each failure and each website that is gone, one for an early end. */
export function snapshotWords(collected: Collected): string[] {
  const { day, websites, answers, kept, requests, failures, changes, gone, stopped } = collected;
  return [
    `Snapshot of ${day}: ${counted(websites, 'website')}, ${counted(answers, 'new answer')}, ${kept} kept, ${counted(requests, 'request')}.`,
    ...failures.map(({ website, endpoint, reason }) => `  ${website} ${endpoint}: ${reason}`),
    ...changes.map(({ endpoint, reason }) => `  ${endpoint}: ${reason}. It is read at its new places.`),
    ...gone.map((reason) => `  Not listed by the service: ${reason}`),
    ...(stopped === null ? [] : [`Stopped: ${stopped}`]),
  ];
}
