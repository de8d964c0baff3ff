import type { Endpoint } from '../resources/resources.ts';
import type { ValueFamily } from './codecs.ts';
import { getOwn } from './recipe-pointer.ts';

export interface ListSchema {
  /** The unique field of rows; null if rows need none. */
  readonly key: string | null;
  readonly fields: Readonly<Record<string, ValueFamily>>;
  /** Rows may have additional figures. */
  readonly open?: true;
}

/** The fields that a recipe of an endpoint may have. */
export interface ResourceSchema {
  readonly whole: Readonly<Record<string, ValueFamily>>;
  readonly lists: Readonly<Record<string, ListSchema>>;
}

const traffic = { visitors: 'number', pageviews: 'number', citations: 'number' } as const;

/** Pagination: whether more pages follow, and the total number of rows. */
const pages = { morePages: 'flag', nextPage: 'text', rowsInAll: 'number' } as const;

/** The requested website, if the body repeats its id. */
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
        fields: {
          engine: 'text',
          url: 'text',
          domain: 'text',
          date: 'date',
          title: 'text',
          query: 'text',
          count: 'number',
        },
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

/** The family of a list's field; undefined for an unknown field. */
export const findFamily = ({ fields, open }: ListSchema, name: string): ValueFamily | undefined =>
  getOwn(fields, name) ?? (open ? 'number' : undefined);
