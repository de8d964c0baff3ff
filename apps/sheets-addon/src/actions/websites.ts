import type { Website } from '@answershare/core';
import { type Answer, askWebsites, type Figures } from '../asks/ask.ts';
import { Refusal } from '../cells/refusal.ts';
import type { Office, Reception } from './office.ts';

const useMs = 30_000;

/** The key's websites. @throws Refusal with the service's sentence */
export function websitesOf({ answer }: Pick<Reception, 'answer'>): readonly Website[] {
  const [list] = answer([askWebsites]) as readonly Answer<Figures['websites']>[];
  if (list === undefined) throw new Error('The list of websites was left without an answer.');
  if (!list.ok) throw new Refusal(list.code, list.sentence);
  return list.value;
}

/** The websites that the pickers offer, from the cached list where there is one. */
export function websites(office: Office): { readonly websites: readonly Website[] } {
  return office.receive({ ms: useMs }, (reception) => ({ websites: websitesOf(reception) }));
}
