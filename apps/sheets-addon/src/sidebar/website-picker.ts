import { findWebsite, isApiError, type Website } from '@answershare/core';
import type { FailedAnswer } from '../connection/connection.ts';
import { comboBox, element } from './elements.ts';
import { fetchWebsites, websiteName } from './server.ts';
import { statusLine, type ViewContext } from './view.ts';

export interface WebsitePicker {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  /** The listed website whose name the field holds; null for any other text. */
  chosen(): string | null;
  /** The website that the field names by id, domain or name, or why there is none; null for a blank or without a list. */
  find(): { readonly website: string } | FailedAnswer | null;
  /** Fills the list; the choice stays. */
  load(): Promise<void>;
  /** Resolves once the list is filled, or could not be. */
  loaded(): Promise<void>;
}

/** The value of a choice: an id, or a website's name in a formula. */
export type WebsiteNaming = (website: Website, all: readonly Website[]) => string;

export const toId: WebsiteNaming = ({ id }) => id;

/** The domain if it is unique, else the id. */
export const toDomainName: WebsiteNaming = ({ id, domain }, all) =>
  domain === null || all.some((other) => other.id !== id && other.domain === domain) ? id : domain;

/** A field that searches the key's websites by name and domain. */
export function websitePicker(
  { messages }: ViewContext,
  placeholder: string,
  naming: WebsiteNaming,
  onChange: () => void,
): WebsitePicker {
  const { t, fault } = messages;
  const status = statusLine();
  const { root, input, fillValues } = comboBox(t('term.website'), placeholder, onChange);
  let byName: ReadonlyMap<string, string> = new Map();
  let listed: readonly Website[] = [];
  const chosen = (): string | null => byName.get(input.value.trim()) ?? null;
  let loading: Promise<void> = Promise.resolve();

  function find(): ReturnType<WebsitePicker['find']> {
    const text = input.value.trim();
    if (text === '' || listed.length === 0) return null;
    try {
      return { website: chosen() ?? naming(findWebsite(listed, text), listed) };
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      return { ok: false, code: 'not_found', sentence: thrown.message };
    }
  }

  async function fill(): Promise<void> {
    const answer = await fetchWebsites();
    if (!answer.ok) {
      status.show('fails', fault(answer));
      return;
    }
    const { websites } = answer;
    listed = websites;
    const before = chosen();
    if (websites.length === 0) status.show('none', t('formula.noWebsites'));
    else status.clear();
    const names = websites.map((website) => websiteName(website).trim());
    byName = new Map(
      websites.map((website, at) => {
        const name = names[at] ?? '';
        const isUnique = names.indexOf(name) === names.lastIndexOf(name);
        return [isUnique ? name : `${name} [${website.id}]`, naming(website, websites)];
      }),
    );
    fillValues(Array.from(byName.keys()));
    // A name typed before the list came is a choice now.
    if (chosen() !== before) onChange();
  }

  return {
    root: element('div', [root, status.root]),
    input,
    chosen,
    find,
    load() {
      loading = fill();
      return loading;
    },
    loaded: () => loading,
  };
}
