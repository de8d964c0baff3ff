import type { Endpoint as Kind, ValueFamily } from '@answershare/core';
import type { Tag } from './vocabulary.ts';

/** Required and optional tags of a name. */
export interface Meaning {
  readonly needs: readonly Tag[];
  readonly allows: readonly Tag[];
  /** True if other figures have such names too; another one in the body is a doubt. */
  readonly isVague: boolean;
}

/** The names of a field: several meanings, best first. */
export interface TargetField {
  readonly family: ValueFamily;
  /** True for a count: whole and not negative. */
  readonly counts: boolean;
  /** True if a name with additional words matches with a doubt. */
  readonly isLoose: boolean;
  readonly means: readonly Meaning[];
  /** Meanings of a bare `count` or `value`, from the name of its list or object. */
  readonly bare: readonly Meaning[];
}

export interface TargetList {
  /** Tags for the list's name; one of them makes it certain. */
  readonly holds: readonly Tag[];
  /** Additional tags in the list's name. */
  readonly also: readonly Tag[];
  readonly key: string | null;
  readonly fields: Readonly<Record<string, TargetField>>;
  /** Fields of which one makes an unnamed list certain. */
  readonly proof: readonly string[];
  /** True if the list needs such a name. */
  readonly named: boolean;
}

export interface TargetResource {
  /** Tags around figures that do not change them. */
  readonly topic: readonly Tag[];
  /** Tags around figures that make them a breakdown. */
  readonly parts: readonly Tag[];
  readonly whole: Readonly<Record<string, TargetField>>;
  readonly lists: Readonly<Record<string, TargetList>>;
}

const parseMeanings = (text: string | undefined): readonly Meaning[] =>
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

const defineField = (family: ValueFamily, means: string, bare?: string, isLoose = false): TargetField => ({
  family,
  counts: false,
  isLoose,
  means: parseMeanings(means),
  bare: parseMeanings(bare),
});

const defineCount = (means: string, bare?: string): TargetField => ({
  ...defineField('number', means, bare),
  counts: true,
});

const parseTags = (text: string): readonly Tag[] => (text === '' ? [] : (text.split(' ') as Tag[]));

const defineList = (
  holds: string,
  also: string,
  key: string | null,
  proof: string,
  fields: Readonly<Record<string, TargetField>>,
  named = false,
): TargetList => ({
  holds: parseTags(holds),
  also: parseTags(also),
  key,
  proof: proof.split(' '),
  fields,
  named,
});

const traffic = {
  visitors: defineCount(
    'visitor unique? total? overall?, user unique? total? active?~, unique~',
    'visitor unique? daily? date?, user daily? date?',
  ),
  pageviews: defineCount('pageview page? total? overall?', 'pageview page? daily? date?'),
  citations: defineCount('citation ai? total? overall?', 'citation ai? daily? date?'),
};

const breakdownWords = 'engine page source place query another cumulative unsettled longer';

export const targets: Readonly<Record<Kind, TargetResource>> = {
  websites: {
    topic: parseTags('website'),
    parts: parseTags('another'),
    whole: {},
    lists: {
      websites: defineList('website domain brand', '', 'id', 'domain', {
        id: defineField('text', 'id, website id, domain id, brand id'),
        name: defineField('text', 'name, website name, brand name, title'),
        domain: defineField(
          'text',
          'domain own?, website domain, domain name, url, website url, website, domain url',
        ),
      }),
    },
  },
  analytics: {
    topic: parseTags('traffic website domain'),
    parts: parseTags(`${breakdownWords} brand rival own filter ai`),
    whole: {
      from: defineField('date', 'from date? grain?'),
      to: defineField('date', 'to date? grain?'),
      ...traffic,
    },
    lists: {
      days: defineList(
        'daily date traffic visitor pageview citation point',
        'website ai total',
        'date',
        'visitors pageviews citations',
        { date: defineField('date', 'date, date from, grain, from'), ...traffic },
      ),
    },
  },
  citations: {
    topic: parseTags('citation feed website ai'),
    parts: parseTags(`${breakdownWords} brand rival own daily domain url`),
    whole: { total: defineCount('citation ai? total? overall?', 'citation ai? total? overall?') },
    lists: {
      byEngine: defineList(
        'engine',
        'citation component ranking total ai',
        'engine',
        'count',
        {
          engine: defineField('text', 'engine, engine name, engine id, name, key', 'engine'),
          count: defineCount(
            'citation ai? total?',
            'engine citation? component? ai? total? ranking?, citation engine?',
          ),
        },
        true,
      ),
      items: defineList('citation feed source url page domain', 'total ai top', null, 'url domain', {
        engine: defineField('text', 'engine, engine name'),
        url: defineField(
          'text',
          'url, page url, citation url, source url, citation page url',
          'citation, source, url, page, citation url, source url, page url',
        ),
        domain: defineField('text', 'domain, source domain, citation domain, domain name, source'),
        date: defineField('date', 'date citation?, moment date? citation?'),
        title: defineField('text', 'title, page title, source title'),
        query: defineField('text', 'query, query name'),
        count: defineCount(
          'citation total?, source~',
          'citation feed? total? ai?, source, url, page, neutral top? domain?',
        ),
      }),
    },
  },
  competitors: {
    topic: parseTags('own brand website'),
    parts: parseTags(`${breakdownWords} rival daily component citation visitor pageview`),
    whole: {
      shareOfVoice: defineField(
        'share',
        'share voice overall?, sov overall?, share own, share brand, share~',
        'share voice, sov',
        true,
      ),
      mentions: defineCount('mention own, mention brand, mention~'),
      totalMentions: defineCount('mention total, mention overall'),
    },
    lists: {
      competitors: defineList(
        'rival brand ranking',
        'share voice sov website component top mention',
        'name',
        'share mentions',
        {
          name: defineField(
            'text',
            'name, brand name?, rival name?, entity name?, domain, rival domain, website',
            'rival, brand, ranking',
          ),
          domain: defineField('text', 'domain rival? brand?, website, url, website url'),
          share: defineField(
            'share',
            'share voice, sov, share',
            'share voice rival?, sov rival?, share rival?, rival',
          ),
          mentions: defineCount('mention, mention total, mention rival, mention brand', 'mention rival?'),
        },
      ),
    },
  },
  authority: {
    topic: parseTags('authority entity website'),
    parts: parseTags(`${breakdownWords} component daily rival own scale weight percent`),
    whole: {
      score: defineField(
        'number',
        'authority entity score? overall?, authority score overall?, authority, score overall~, score total?~, rating overall?~, overall~, value~',
        'authority entity score?, authority score?, score~, overall~',
        true,
      ),
      scale: defineField('number', 'scale point? score? rating? authority? entity?'),
    },
    lists: {
      components: defineList(
        'component',
        'score authority entity',
        'name',
        'score',
        {
          name: defineField('text', 'name, component name?, key, title', 'component'),
          score: defineField(
            'number',
            'score, component score, point~, rating~',
            'component score? authority?',
          ),
          weight: defineField('share', 'weight'),
        },
        true,
      ),
    },
  },
};
