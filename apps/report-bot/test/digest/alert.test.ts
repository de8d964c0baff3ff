import { expect, it } from 'vitest';
import { meetsCondition, toAlertDigest } from '../../src/digest/alert.ts';
import { buildDigest } from '../../src/digest/digest.ts';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { listFacts } from '../../src/digest/metric.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { slackRenderer } from '../../src/renderers/chat/slack.ts';
import { teamsRenderer } from '../../src/renderers/chat/teams.ts';
import { renderWebhook } from '../../src/renderers/data/webhook-body.ts';
import { renderMail } from '../../src/renderers/mail/render.ts';

/** The share rose clearly, from 26.1 to 34.2 %. */
const digest = buildDigest(fixtureWeeks.big());
const condition = { kind: 'above', threshold: 0.305 } as const;
const alert = toAlertDigest(digest, digest.sites, 'share', condition);

it('holds for a clear change beyond the threshold, in the direction of the condition', () => {
  const [site] = digest.sites;
  if (site === undefined) throw new Error('the fixture has no website');
  const holds = (kind: 'above' | 'below', threshold: number) =>
    meetsCondition(site, 'share', { kind, threshold });
  expect([holds('above', 0.305), holds('above', 0.45), holds('below', 0.45)]).toEqual([true, false, false]);
  const moves = (['up', 'any', 'down'] as const).map((direction) =>
    meetsCondition(site, 'share', { kind: 'changes', direction }),
  );
  expect(moves).toEqual([true, true, false]);
});

it.each(mailLanguages)('names figure and threshold in %s, as a fact of the digest', (locale) => {
  const { text, html } = renderMail(alert, { locale, unsubscribe: 'mailto:bot@example.com' }).for({
    name: null,
    address: 'ann@example.com',
  });
  const weekly = renderMail(digest, { locale, unsubscribe: 'mailto:bot@example.com' }).for({
    name: null,
    address: 'ann@example.com',
  });
  expect(text).toMatch(/30[.,]5|٣٠٫٥/);
  expect(weekly.text).not.toMatch(/30[.,]5|٣٠٫٥/);
  expect(html).toMatch(/30[.,]5|٣٠٫٥/);
  expect(listFacts(alert).map(({ id }) => id)).toContain('alert/threshold');
});

it('reaches Slack, Teams and webhooks with its condition', () => {
  const options = { locale: 'en', dashboard: null };
  expect(slackRenderer.render(alert, options).body).toContain('alert: Share of voice above 30.5');
  expect(teamsRenderer.render(alert, options).body).toContain('alert: Share of voice above 30.5');
  expect(JSON.parse(renderWebhook(alert))).toMatchObject({
    type: 'digest.alert',
    data: { alert: { figure: 'share', kind: 'above', threshold: { value: 0.305, unit: 'share' } } },
  });
});
