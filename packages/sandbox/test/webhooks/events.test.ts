import { describe, expect, test } from 'vitest';
import { EVENT_KINDS, KINDS, listKinds, NAME_STYLES } from '../../src/webhooks/kinds.ts';
import { PAYLOADS } from '../../src/webhooks/payload.ts';
import { FORMS, get, json, pathFor, started } from '../started.ts';
import { bodyOf, receiver } from './receiver.ts';

test('Form 1 has three kinds, Form 2 five, and two are in both (specification §6)', () => {
  expect(listKinds(1)).toEqual(['newCitation', 'backlinkVerified', 'authorityScoreChange']);
  expect(listKinds(2)).toEqual([
    'newCitation',
    'backlinkVerified',
    'crawlComplete',
    'contentRefreshed',
    'competitorAlert',
  ]);
});

test('within a style no two kinds share a name', () => {
  for (const style of NAME_STYLES) {
    expect(new Set(EVENT_KINDS.map((kind) => KINDS[kind][style])).size).toBe(EVENT_KINDS.length);
  }
});

describe.each(FORMS)('Form %i', (form) => {
  test.each(NAME_STYLES)('every kind is delivered under its name in the style %s', async (names) => {
    const [sandbox, place] = [await started(form), await receiver()];
    await sandbox.admin.webhooks.create({ url: place.url, manner: { names } });
    for (const kind of listKinds(form)) await sandbox.admin.webhooks.send({ kind });
    expect(place.received.map((got) => bodyOf(got).type)).toEqual(
      listKinds(form).map((kind) => KINDS[kind][names]),
    );
  });

  test.each(PAYLOADS)("the payload %s tells the website in the Form's case", async (payload) => {
    const [sandbox, place] = [await started(form), await receiver()];
    await sandbox.admin.webhooks.create({ url: place.url, manner: { payload } });
    const website = sandbox.websites[2];
    await sandbox.admin.webhooks.send({ kind: 'newCitation', website: website?.id ?? '' });
    const [got] = place.received;
    const body = bodyOf(got) as Record<string, Record<string, unknown>>;
    const id = form === 1 ? 'websiteId' : 'website_id';
    const found = { wrapped: body.data?.[id], flat: body[id], headed: body[id], nested: body.website?.id };
    expect(found[payload]).toBe(website?.id);
    expect(got?.headers['x-service-event']).toBe(payload === 'headed' ? 'citation.new' : undefined);
    expect(got?.headers['content-type']).toBe('application/json');
  });

  test.each(['camel', 'snake'] as const)('the case can be chosen: %s', async (wanted) => {
    const [sandbox, place] = [await started(form), await receiver()];
    await sandbox.admin.webhooks.create({ url: place.url, manner: { payload: 'flat', case: wanted } });
    await sandbox.admin.webhooks.send({ kind: 'backlinkVerified' });
    const names = Object.keys(bodyOf(place.received[0]));
    expect(names).toContain(wanted === 'camel' ? 'sourceUrl' : 'source_url');
    expect(names.some((name) => (wanted === 'camel' ? name.includes('_') : /[A-Z]/.test(name)))).toBe(false);
  });

  const engines = ['standard', 'more'] as const;
  test.each(engines)(
    "a day's citation events are the feed's items of that day (%s engines)",
    async (list) => {
      const [sandbox, place] = [await started(form, { quirks: { engines: list } }), await receiver()];
      await sandbox.admin.webhooks.create({
        url: place.url,
        kinds: ['newCitation'],
        manner: { payload: 'flat' },
      });
      const website = sandbox.websites[0]?.id ?? '';
      const sent = await sandbox.admin.webhooks.emit({ date: '2026-11-14', website });
      const feed = (await json(await get(sandbox, pathFor(sandbox, 'citations')))).citations as {
        date: string;
        url: string;
      }[];
      const day = feed.filter(({ date }) => date === '2026-11-14').map(({ url }) => url);
      expect(day.length).toBeGreaterThan(3);
      expect(place.received.map((got) => bodyOf(got).url).toSorted()).toEqual(day.toSorted());
      const times = sent.map(({ occurredAt }) => occurredAt);
      expect(times).toEqual(times.toSorted());
      expect(new Set(times.map((time) => time.slice(0, 10)))).toEqual(new Set(['2026-11-14']));
    },
  );

  test('events of a day can come out of order, the same ones each time', async () => {
    const times = async (order: 'happened' | 'reversed' | 'shuffled') => {
      const [sandbox, place] = [await started(form), await receiver()];
      await sandbox.admin.webhooks.create({ url: place.url });
      return (await sandbox.admin.webhooks.emit({ date: '2026-11-16', order })).map(
        ({ occurredAt, kind }) => `${occurredAt} ${kind}`,
      );
    };
    const happened = await times('happened');
    expect(happened.length).toBeGreaterThan(10);
    expect(await times('reversed')).toEqual(happened.toReversed());
    const shuffled = await times('shuffled');
    expect(shuffled).toEqual(await times('shuffled'));
    expect(shuffled).not.toEqual(happened);
    expect(shuffled.toSorted()).toEqual(happened.toSorted());
  });
});

test('an authority event tells the two scores that the API answers on the two Mondays', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  await sandbox.admin.webhooks.create({ url: place.url, kinds: ['authorityScoreChange'] });
  await sandbox.admin.webhooks.emit({ date: '2026-11-16' });
  expect(place.received.length).toBeGreaterThan(0);
  const told = place.received.map((got) => bodyOf(got).data as Record<string, unknown>);
  for (const { websiteId, score, previousScore } of told) {
    const path = `/api/v1/authority?websiteId=${websiteId}`;
    await sandbox.admin.setClock('2026-11-16T12:00:00Z');
    expect((await json(await get(sandbox, path))).score).toBe(score);
    await sandbox.admin.setClock('2026-11-09T12:00:00Z');
    expect((await json(await get(sandbox, path))).score).toBe(previousScore);
    expect(score).not.toBe(previousScore);
  }
});

test("an endpoint hears of its own team's events alone, and of the kinds it asked for", async () => {
  const [sandbox, ours, theirs] = [await started(1), await receiver(), await receiver()];
  const { webhooks } = sandbox.admin;
  await webhooks.create({ url: ours.url, kinds: ['backlinkVerified'] });
  await webhooks.create({ url: theirs.url, team: 'other' });
  expect(await webhooks.send({ kind: 'newCitation' })).toEqual([]);
  expect(await webhooks.send({ kind: 'backlinkVerified' })).toHaveLength(1);
  expect([ours.received.length, theirs.received.length]).toEqual([1, 0]);
});

test('the same seed makes the same deliveries, byte for byte', async () => {
  const captures = async () => {
    const [sandbox, place] = [await started(2), await receiver()];
    await sandbox.admin.webhooks.create({ url: place.url });
    for (const kind of listKinds(2)) await sandbox.admin.webhooks.send({ kind });
    return place.received.map(({ headers, body }) => [headers['x-service-signature'], body.toString()]);
  };
  expect(await captures()).toEqual(await captures());
});
