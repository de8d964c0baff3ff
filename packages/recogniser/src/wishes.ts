import type { Endpoint as Kind } from '@answershare/core';
import { count, type KindWish, list, tags, wish } from './wish.ts';

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
        url: wish(
          'text',
          'url, page url, citation url, source url, citation page url',
          'citation, source, url, page, citation url, source url, page url',
        ),
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
