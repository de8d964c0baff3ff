import type { Website } from '@answershare/core';
import { type Choice, element, labelled, offer } from './elements.ts';
import { statusLine } from './talk.ts';
import type { Room } from './view.ts';
import { websiteList, websiteName } from './website-list.ts';

export interface WebsitePicker {
  readonly place: HTMLElement;
  readonly select: HTMLSelectElement;
  /** Fills the list; what was chosen stays. */
  load(): Promise<void>;
}

/** What a choice of the list stands for: an id, or what people read in a formula. */
export type Naming = (website: Website, all: readonly Website[]) => string;

export const byId: Naming = ({ id }) => id;

/** The domain, where no other website has it. */
export const byDomain: Naming = ({ id, domain }, all) =>
  domain === null || all.some((other) => other.id !== id && other.domain === domain) ? id : domain;

/** A list of the key's websites, with further choices above them. */
export function websitePicker(
  { talk }: Room,
  more: readonly Choice[],
  naming: Naming,
  changed: () => void,
): WebsitePicker {
  const { say, fault } = talk;
  const select = element('select', []);
  const status = statusLine();
  const first: Choice = { value: '', text: say('formula.choose') };
  offer(select, [first, ...more]);
  select.addEventListener('change', changed);
  return {
    place: element('div', [labelled(say('formula.website'), select), status.place]),
    select,
    async load() {
      const answer = await websiteList();
      if (!answer.ok) {
        status.tell('fails', fault(answer));
        return;
      }
      if (answer.websites.length === 0) status.tell('none', say('formula.noWebsites'));
      else status.clear();
      offer(select, [
        first,
        ...more,
        ...answer.websites.map((website) => ({
          value: naming(website, answer.websites),
          text: websiteName(website),
        })),
      ]);
    },
  };
}
