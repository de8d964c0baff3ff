import type { Family, Endpoint as Kind } from '@answershare/core';
import type { Tag } from './vocabulary.ts';

/** Tags that a name has to have, and tags that it may have besides. */
export interface Meaning {
  readonly needs: readonly Tag[];
  readonly allows: readonly Tag[];
}

/** What the name of a field may say: one of several meanings, the best first. */
export interface Wish {
  readonly family: Family;
  /** A number of things: whole and not negative. */
  readonly counts?: true;
  readonly means: readonly Meaning[];
  /** A bare `count` or `value` takes its meaning from the name of the list or object. */
  readonly bare: readonly Meaning[];
}

export interface ListWish {
  /** Tags that the name of the list may have; one of them makes it certain. */
  readonly holds: readonly Tag[];
  /** Further tags that a list of this kind may have. */
  readonly also: readonly Tag[];
  readonly key: string | null;
  readonly fields: Readonly<Record<string, Wish>>;
  /** At least one of these makes an unnamed list certain. */
  readonly proof: readonly string[];
  /** Only a list of such a name counts. */
  readonly named: boolean;
}

export interface KindWish {
  /** Tags of names around figures that leave them as they are. */
  readonly topic: readonly Tag[];
  readonly whole: Readonly<Record<string, Wish>>;
  readonly lists: Readonly<Record<string, ListWish>>;
}

const meanings = (text: string): readonly Meaning[] =>
  text.split(',').map((one) => {
    const words = one.trim().split(' ');
    const optional = (word: string): boolean => word.endsWith('?');
    return {
      needs: words.filter((word) => !optional(word)) as Tag[],
      allows: words.filter(optional).map((word) => word.slice(0, -1)) as Tag[],
    };
  });

const wish = (family: Family, means: string, bare?: string): Wish => ({
  family,
  means: meanings(means),
  bare: bare === undefined ? [] : meanings(bare),
});

const count = (means: string, bare?: string): Wish => ({ ...wish('number', means, bare), counts: true });

const tags = (text: string): readonly Tag[] => (text === '' ? [] : (text.split(' ') as Tag[]));

const list = (
  holds: string,
  also: string,
  key: string | null,
  proof: string,
  fields: Readonly<Record<string, Wish>>,
  named = false,
): ListWish => ({ holds: tags(holds), also: tags(also), key, proof: proof.split(' '), fields, named });

const traffic = {
  visitors: count('visitor unique? total?, user unique? total?', 'visitor unique? daily?, user daily?'),
  pageviews: count('pageview page? total?', 'pageview page? daily?'),
  citations: count('citation ai? total?', 'citation ai? daily?'),
};

export const wishes: Readonly<Record<Kind, KindWish>> = {
  websites: {
    topic: tags('website'),
    whole: {},
    lists: {
      websites: list('website domain brand', '', 'id', 'domain', {
        id: wish('text', 'id, website id, domain id, brand id'),
        name: wish('text', 'name, website name, brand name, title'),
        domain: wish('text', 'domain, website domain, domain name, url, website url, website, domain url'),
      }),
    },
  },
  analytics: {
    topic: tags('traffic website'),
    whole: { from: wish('date', 'from date?'), to: wish('date', 'to date?'), ...traffic },
    lists: {
      days: list(
        'daily date traffic visitor pageview citation',
        'website ai',
        'date',
        'visitors pageviews citations',
        {
          date: wish('date', 'date'),
          ...traffic,
        },
      ),
    },
  },
  citations: {
    topic: tags('citation feed website ai'),
    whole: { total: count('citation ai? total? overall?', 'citation ai? total? overall?') },
    lists: {
      byEngine: list(
        'engine',
        'citation component ranking total ai',
        'engine',
        'count',
        {
          engine: wish('text', 'engine, engine name, engine id, name, key', 'engine'),
          count: count('citation ai? total?', 'engine citation? component? ai? total? ranking?'),
        },
        true,
      ),
      items: list('citation feed source url page', 'total ai', null, 'url', {
        engine: wish('text', 'engine, engine name'),
        url: wish('text', 'url, page url, citation url, source url, citation page url'),
        domain: wish('text', 'domain, source domain, citation domain'),
        date: wish('date', 'date citation?, moment date? citation?'),
        title: wish('text', 'title, page title, source title'),
        count: count('citation'),
      }),
    },
  },
  competitors: {
    topic: tags('own brand website'),
    whole: {
      shareOfVoice: wish('share', 'share voice overall? total?, sov overall? total?', 'share voice, sov'),
      mentions: count('mention own, mention brand'),
      totalMentions: count('mention total, mention overall'),
    },
    lists: {
      competitors: list(
        'rival brand ranking',
        'share voice sov website component',
        'name',
        'share mentions',
        {
          name: wish(
            'text',
            'name, brand name?, rival name?, domain, rival domain, website',
            'rival, brand, ranking',
          ),
          domain: wish('text', 'domain rival? brand?, website, url, website url'),
          share: wish('share', 'share voice, sov, share', 'share, sov, share voice'),
          mentions: count('mention, mention total'),
        },
      ),
    },
  },
  authority: {
    topic: tags('authority entity website'),
    whole: {
      score: wish(
        'number',
        'entity authority score overall?, entity authority, authority score overall?, score overall, score total?, authority',
        'entity authority, authority score, score overall, authority, score',
      ),
      scale: wish('number', 'scale, score scale, authority score scale, authority scale'),
    },
    lists: {
      components: list(
        'component',
        'score authority entity',
        'name',
        'score',
        {
          name: wish('text', 'name, component name?, key, title', 'component'),
          score: wish('number', 'score, component score', 'component'),
          weight: wish('share', 'weight'),
        },
        true,
      ),
    },
  },
};

/** Tags that leave a figure as it is, wherever they are. */
export const free: ReadonlySet<Tag> = new Set<Tag>(['neutral', 'wrapper', 'percent', 'fraction']);
