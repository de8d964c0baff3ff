import { describe, expect, it } from 'vitest';
import { toEventKind } from '../../src/webhooks/event-kinds.ts';

const spellings = {
  'new-citation': [
    'citation.new',
    'new_citation',
    'citation.created',
    'NewCitation',
    'newCitation',
    'CITATION-NEW',
    'new citation',
    'citations.added',
    'event.ai.citation.detected',
    'v1.citation.new',
  ],
  'backlink-verified': [
    'backlink verified',
    'backlink.verified',
    'verify_backlink',
    'BacklinkVerified',
    'verified-backlinks',
    'backlink.verification',
    'BACKLINK_VERIFIED',
  ],
  'authority-change': [
    'authority.changed',
    'authority score change',
    'authorityScoreChanged',
    'authority.score.updated',
    'EntityAuthorityScoreChange',
  ],
  'crawl-complete': [
    'crawl complete',
    'crawl_completed',
    'CrawlFinished',
    'site.crawl.done',
    'completeCrawl',
  ],
  'content-refreshed': [
    'content refreshed',
    'content.refreshed',
    'content_refresh',
    'ContentRefreshed',
    'refresh-content',
  ],
  'competitor-alert': ['competitor alert', 'competitor_alerts', 'CompetitorAlert', 'alert.competitor'],
} as const;

describe('the name of an event', () => {
  it.each(Object.entries(spellings).flatMap(([kind, names]) => names.map((name) => [name, kind])))(
    '%s is %s',
    (name, kind) => expect(toEventKind(name)).toBe(kind),
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
  ])('%j is unknown', (name) => expect(toEventKind(name)).toBeNull());

  it('of a million letters is unknown', () => {
    expect(toEventKind(`${'A'.repeat(1_000_000)}.citation.new`)).toBeNull();
  });
});
