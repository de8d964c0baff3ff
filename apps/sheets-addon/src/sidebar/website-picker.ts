import type { Website } from '@answershare/core';
import { element, fillChoices, labelField, type SelectOption } from './elements.ts';
import { fetchWebsites, websiteName } from './server.ts';
import { statusLine, type ViewContext } from './view.ts';

export interface WebsitePicker {
  readonly root: HTMLElement;
  readonly select: HTMLSelectElement;
  /** Fills the list; the choice stays. */
  load(): Promise<void>;
}

/** The value of a choice: an id, or a website's name in a formula. */
export type WebsiteNaming = (website: Website, all: readonly Website[]) => string;

export const toId: WebsiteNaming = ({ id }) => id;

/** The domain if it is unique, else the id. */
export const toDomainName: WebsiteNaming = ({ id, domain }, all) =>
  domain === null || all.some((other) => other.id !== id && other.domain === domain) ? id : domain;

/** A list of the key's websites, with further choices above them. */
export function websitePicker(
  { messages }: ViewContext,
  more: readonly SelectOption[],
  naming: WebsiteNaming,
  onChange: () => void,
): WebsitePicker {
  const { t, fault } = messages;
  const select = element('select', []);
  const status = statusLine();
  const placeholder: SelectOption = { value: '', text: t('formula.choose') };
  fillChoices(select, [placeholder, ...more]);
  select.addEventListener('change', onChange);
  return {
    root: element('div', [labelField(t('formula.website'), select), status.root]),
    select,
    async load() {
      const answer = await fetchWebsites();
      if (!answer.ok) {
        status.show('fails', fault(answer));
        return;
      }
      if (answer.websites.length === 0) status.show('none', t('formula.noWebsites'));
      else status.clear();
      fillChoices(select, [
        placeholder,
        ...more,
        ...answer.websites.map((website) => ({
          value: naming(website, answer.websites),
          text: websiteName(website),
        })),
      ]);
    },
  };
}
