import { describe, expect, it } from 'vitest';
import { eventKinds, kindOf } from '../../src/index.ts';

const spellings = {
  'new-citation': [
    'citation.new',
    'new_citation',
    'citation.created',
    'NewCitation',
    'newCitation',
    'CITATION-NEW',
    'New citation',
    'citations.added',
    'event.ai.citation.detected',
    'v1.citation.new',
  ],
  'backlink-verified': [
    'backlink.verified',
    'verify_backlink',
    'BacklinkVerified',
    'verified-backlinks',
    'backlink.verification',
    'BACKLINK_VERIFIED',
  ],
  'authority-change': [
    'authority.changed',
    'authority_score_change',
    'authorityScoreChanged',
    'authority.score.updated',
    'EntityAuthorityScoreChange',
  ],
  'crawl-complete': [
    'crawl.complete',
    'crawl_completed',
    'CrawlFinished',
    'site.crawl.done',
    'completeCrawl',
  ],
  'content-refreshed': ['content.refreshed', 'content_refresh', 'ContentRefreshed', 'refresh-content'],
  'competitor-alert': ['competitor.alert', 'competitor_alerts', 'CompetitorAlert', 'alert.competitor'],
} as const;

describe('the name of an event', () => {
  it.each(Object.entries(spellings).flatMap(([kind, names]) => names.map((name) => [name, kind])))(
    '%s is %s',
    (name, kind) => expect(kindOf(name)).toBe(kind),
  );

  it.each([
    'backlink.verification.failed',
    'citation.lost',
    'citation.new.failed',
    'citation',
    'new',
    'authority',
    'content.updated',
    'crawl.started',
    'competitor.added',
    'daily_pulse.created',
    'contact.created',
    '',
    '...',
    'constructor',
  ])('%j is none of them', (name) => expect(kindOf(name)).toBeNull());

  it('of a million letters is none of them', () => {
    expect(kindOf(`${'A'.repeat(1_000_000)}.citation.new`)).toBeNull();
  });

  it('has a kind for each description of the specification (§6): three in Form 1, five in Form 2', () => {
    for (const { described, kind } of eventKinds) expect(kindOf(described)).toBe(kind);
    const described = (form: 1 | 2): number => eventKinds.filter(({ forms }) => forms.includes(form)).length;
    expect([described(1), described(2), eventKinds.length]).toEqual([3, 5, 6]);
  });
});
