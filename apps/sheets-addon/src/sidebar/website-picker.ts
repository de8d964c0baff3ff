import type { Website } from '@answershare/core';
import { element, fillChoices, labelField, type SelectOption } from './elements.ts';
import { fetchWebsites, websiteName } from './server.ts';
import { statusLine, type ViewContext } from './view.ts';

export interface WebsitePicker {
  readonly place: HTMLElement;
  readonly select: HTMLSelectElement;
  /** Fills the list; the choice stays. */
  load(): Promise<void>;
}

/** The value of a choice: an id, or a website's name in a formula. */
export type Naming = (website: Website, all: readonly Website[]) => string;

export const toId: Naming = ({ id }) => id;

/** The domain if it is unique, else the id. */
export const toDomainName: Naming = ({ id, domain }, all) =>
  domain === null || all.some((other) => other.id !== id && other.domain === domain) ? id : domain;

/** A list of the key's websites, with further choices above them. */
export function websitePicker(
  { talk }: ViewContext,
  more: readonly SelectOption[],
  naming: Naming,
  changed: () => void,
): WebsitePicker {
  const { say, fault } = talk;
  const select = element('select', []);
  const status = statusLine();
  const first: SelectOption = { value: '', text: say('formula.choose') };
  fillChoices(select, [first, ...more]);
  select.addEventListener('change', changed);
  return {
    place: element('div', [labelField(say('formula.website'), select), status.place]),
    select,
    async load() {
      const answer = await fetchWebsites();
      if (!answer.ok) {
        status.tell('fails', fault(answer));
        return;
      }
      if (answer.websites.length === 0) status.tell('none', say('formula.noWebsites'));
      else status.clear();
      fillChoices(select, [
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
