import type { Family, Endpoint as Kind } from '@answershare/core';
import type { Tag } from './vocabulary.ts';

/** Tags that a name has to have, and tags that it may have besides. */
export interface Meaning {
  readonly needs: readonly Tag[];
  readonly allows: readonly Tag[];
  /** Other figures have such names too: one of them in the body is a doubt. */
  readonly isVague: boolean;
}

/** What the name of a field may say: one of several meanings, the best first. */
export interface Wish {
  readonly family: Family;
  /** A number of things: whole and not negative. */
  readonly counts: boolean;
  /** A name with further words may be it, with a doubt. */
  readonly isLoose: boolean;
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
  /** Tags of names around figures that make them parts of the whole. */
  readonly parts: readonly Tag[];
  readonly whole: Readonly<Record<string, Wish>>;
  readonly lists: Readonly<Record<string, ListWish>>;
}

const meanings = (text: string | undefined): readonly Meaning[] =>
  (text ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map((one) => {
      const words = one.replace('~', '').trim().split(' ');
      const isOptional = (word: string): boolean => word.endsWith('?');
      return {
        needs: words.filter((word) => !isOptional(word)) as Tag[],
        allows: words.filter(isOptional).map((word) => word.slice(0, -1)) as Tag[],
        isVague: one.includes('~'),
      };
    });

const wish = (family: Family, means: string, bare?: string, isLoose = false): Wish => ({
  family,
  counts: false,
  isLoose,
  means: meanings(means),
  bare: meanings(bare),
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
  visitors: count(
    'visitor unique? total? overall?, user unique? total? active?~, unique~',
    'visitor unique? daily? date?, user daily? date?',
  ),
  pageviews: count('pageview page? total? overall?', 'pageview page? daily? date?'),
  citations: count('citation ai? total? overall?', 'citation ai? daily? date?'),
};

const breakdowns = 'engine page source place another cumulative unsettled longer';

export const wishes: Readonly<Record<Kind, KindWish>> = {
  websites: {
    topic: tags('website'),
    parts: tags('another'),
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
    topic: tags('traffic website domain'),
    parts: tags(`${breakdowns} brand rival own filter ai`),
    whole: {
      from: wish('date', 'from date? grain?'),
      to: wish('date', 'to date? grain?'),
      ...traffic,
    },
    lists: {
      days: list(
        'daily date traffic visitor pageview citation point',
        'website ai total',
        'date',
        'visitors pageviews citations',
        { date: wish('date', 'date, date from, grain, from'), ...traffic },
      ),
    },
  },
  citations: {
    topic: tags('citation feed website ai'),
    parts: tags(`${breakdowns} brand rival own daily domain url`),
    whole: { total: count('citation ai? total? overall?', 'citation ai? total? overall?') },
    lists: {
      byEngine: list(
        'engine',
        'citation component ranking total ai',
        'engine',
        'count',
        {
          engine: wish('text', 'engine, engine name, engine id, name, key', 'engine'),
          count: count(
            'citation ai? total?',
            'engine citation? component? ai? total? ranking?, citation engine?',
          ),
        },
        true,
      ),
      items: list('citation feed source url page domain', 'total ai top', null, 'url domain', {
        engine: wish('text', 'engine, engine name'),
        url: wish('text', 'url, page url, citation url, source url, citation page url'),
        domain: wish('text', 'domain, source domain, citation domain, domain name, source'),
        date: wish('date', 'date citation?, moment date? citation?'),
        title: wish('text', 'title, page title, source title'),
        count: count(
          'citation total?, source~',
          'citation feed? total? ai?, source, url, page, neutral top? domain?',
        ),
      }),
    },
  },
  competitors: {
    topic: tags('own brand website'),
    parts: tags(`${breakdowns} rival daily component citation visitor pageview`),
    whole: {
      shareOfVoice: wish('share', 'share voice overall?, sov overall?, share~', 'share voice, sov', true),
      mentions: count('mention own, mention brand, mention~'),
      totalMentions: count('mention total, mention overall'),
    },
    lists: {
      competitors: list(
        'rival brand ranking',
        'share voice sov website component top mention',
        'name',
        'share mentions',
        {
          name: wish(
            'text',
            'name, brand name?, rival name?, entity name?, domain, rival domain, website',
            'rival, brand, ranking',
          ),
          domain: wish('text', 'domain rival? brand?, website, url, website url'),
          share: wish(
            'share',
            'share voice, sov, share',
            'share voice rival?, sov rival?, share rival?, rival',
          ),
          mentions: count('mention, mention total, mention rival, mention brand', 'mention rival?'),
        },
      ),
    },
  },
  authority: {
    topic: tags('authority entity website'),
    parts: tags(`${breakdowns} component daily rival own scale weight percent`),
    whole: {
      score: wish(
        'number',
        'authority entity score? overall?, authority score overall?, authority, score overall~, score total?~, rating overall?~, overall~, value~',
        'authority entity score?, authority score?, score~, overall~',
        true,
      ),
      scale: wish('number', 'scale point? score? rating? authority? entity?'),
    },
    lists: {
      components: list(
        'component',
        'score authority entity',
        'name',
        'score',
        {
          name: wish('text', 'name, component name?, key, title', 'component'),
          score: wish('number', 'score, component score, point~, rating~', 'component score? authority?'),
          weight: wish('share', 'weight'),
        },
        true,
      ),
    },
  },
};
