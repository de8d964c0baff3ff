import type { Endpoint } from '../resources/resources.ts';
import type { ValueFamily } from './codecs.ts';
import { hasOwn } from './recipe-pointer.ts';

export interface ListSchema {
  /** The field that tells rows apart; null where rows need none. */
  readonly key: string | null;
  readonly fields: Readonly<Record<string, ValueFamily>>;
  /** Rows may have further figures under names of their own. */
  readonly open?: true;
}

/** The fields that a recipe may place, for one endpoint. */
export interface ResourceSchema {
  readonly whole: Readonly<Record<string, ValueFamily>>;
  readonly lists: Readonly<Record<string, ListSchema>>;
}

const traffic = { visitors: 'number', pageviews: 'number', citations: 'number' } as const;

/** The pages of a list: whether more follow, and how many rows there are in all. */
const pages = { morePages: 'flag', nextPage: 'text', rowsInAll: 'number' } as const;

/** The id of the website that was asked for, as the body repeats it. */
const website = { website: 'text' } as const;

export const schemas: Readonly<Record<Endpoint, ResourceSchema>> = {
  websites: {
    whole: pages,
    lists: { websites: { key: 'id', fields: { id: 'text', name: 'text', domain: 'text' } } },
  },
  analytics: {
    whole: { from: 'date', to: 'date', ...traffic, ...pages, ...website },
    lists: { days: { key: 'date', fields: { date: 'date', ...traffic }, open: true } },
  },
  citations: {
    whole: { total: 'number', ...pages, ...website },
    lists: {
      byEngine: { key: 'engine', fields: { engine: 'text', count: 'number' } },
      items: {
        key: null,
        fields: { engine: 'text', url: 'text', domain: 'text', date: 'date', title: 'text', count: 'number' },
      },
    },
  },
  competitors: {
    whole: { shareOfVoice: 'share', mentions: 'number', totalMentions: 'number', ...pages, ...website },
    lists: {
      competitors: {
        key: 'name',
        fields: { name: 'text', domain: 'text', share: 'share', mentions: 'number' },
      },
    },
  },
  authority: {
    whole: { score: 'number', scale: 'number', ...website },
    lists: { components: { key: 'name', fields: { name: 'text', score: 'number', weight: 'share' } } },
  },
};

/** The family of a list's field; undefined where it has no such field. */
export const findFamily = ({ fields, open }: ListSchema, name: string): ValueFamily | undefined =>
  hasOwn(fields, name) ? fields[name] : open ? 'number' : undefined;
