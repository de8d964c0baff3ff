import { describe, expect, test } from 'vitest';
import { EVENT_KINDS, KINDS, listKinds, NAME_STYLES } from '../../src/webhooks/kinds.ts';
import { PAYLOADS } from '../../src/webhooks/payload.ts';
import { forms, get, pathFor, readJson, startTestSandbox } from '../sandbox.ts';
import { bodyOf, startReceiver } from './receiver.ts';

test('Form 1 lists three kinds, Form 2 five, both share two (specification §6)', () => {
  expect(listKinds(1)).toEqual(['newCitation', 'backlinkVerified', 'authorityScoreChange']);
  expect(listKinds(2)).toEqual([
    'newCitation',
    'backlinkVerified',
    'crawlComplete',
    'contentRefreshed',
    'competitorAlert',
  ]);
});

test('wire names are unique within a style', () => {
  for (const style of NAME_STYLES) {
    expect(new Set(EVENT_KINDS.map((kind) => KINDS[kind][style])).size).toBe(EVENT_KINDS.length);
  }
});

describe.each(forms)('Form %i', (form) => {
  test.each(NAME_STYLES)('delivers every kind under its name in the style %s', async (names) => {
    const [sandbox, receiver] = [await startTestSandbox(form), await startReceiver()];
    await sandbox.admin.webhooks.create({ url: receiver.url, manner: { names } });
    for (const kind of listKinds(form)) await sandbox.admin.webhooks.send({ kind });
    expect(receiver.received.map((got) => bodyOf(got).type)).toEqual(
      listKinds(form).map((kind) => KINDS[kind][names]),
    );
  });

  test.each(PAYLOADS)("the payload %s has the website in the Form's case", async (payload) => {
    const [sandbox, receiver] = [await startTestSandbox(form), await startReceiver()];
    await sandbox.admin.webhooks.create({ url: receiver.url, manner: { payload } });
    const website = sandbox.websites[2];
    await sandbox.admin.webhooks.send({ kind: 'newCitation', website: website?.id ?? '' });
    const [got] = receiver.received;
    const body = bodyOf(got) as Record<string, Record<string, unknown>>;
    const id = form === 1 ? 'websiteId' : 'website_id';
    const found = { wrapped: body.data?.[id], flat: body[id], headed: body[id], nested: body.website?.id };
    expect(found[payload]).toBe(website?.id);
    expect(got?.headers['x-service-event']).toBe(payload === 'headed' ? 'citation.new' : undefined);
    expect(got?.headers['content-type']).toBe('application/json');
  });

  test.each(['camel', 'snake'] as const)('the case of field names can be %s', async (wanted) => {
    const [sandbox, receiver] = [await startTestSandbox(form), await startReceiver()];
    await sandbox.admin.webhooks.create({ url: receiver.url, manner: { payload: 'flat', case: wanted } });
    await sandbox.admin.webhooks.send({ kind: 'backlinkVerified' });
    const names = Object.keys(bodyOf(receiver.received[0]));
    expect(names).toContain(wanted === 'camel' ? 'sourceUrl' : 'source_url');
    expect(names.some((name) => (wanted === 'camel' ? name.includes('_') : /[A-Z]/.test(name)))).toBe(false);
  });

  const engines = ['standard', 'more'] as const;
  test.each(engines)(
    "a day's citation events equal the feed's items of that day (%s engines)",
    async (list) => {
      const [sandbox, receiver] = [
        await startTestSandbox(form, { quirks: { engines: list } }),
        await startReceiver(),
      ];
      await sandbox.admin.webhooks.create({
        url: receiver.url,
        kinds: ['newCitation'],
        manner: { payload: 'flat' },
      });
      const website = sandbox.websites[0]?.id ?? '';
      const sent = await sandbox.admin.webhooks.emit({ date: '2026-11-14', website });
      const feed = (await readJson(await get(sandbox, pathFor(sandbox, 'citations')))).citations as {
        date: string;
        url: string;
      }[];
      const day = feed.filter(({ date }) => date === '2026-11-14').map(({ url }) => url);
      expect(day.length).toBeGreaterThan(3);
      expect(receiver.received.map((got) => bodyOf(got).url).toSorted()).toEqual(day.toSorted());
      const times = sent.map(({ occurredAt }) => occurredAt);
      expect(times).toEqual(times.toSorted());
      expect(new Set(times.map((time) => time.slice(0, 10)))).toEqual(new Set(['2026-11-14']));
    },
  );

  test('emits the events of a day out of order, deterministically', async () => {
    const times = async (order: 'happened' | 'reversed' | 'shuffled') => {
      const [sandbox, receiver] = [await startTestSandbox(form), await startReceiver()];
      await sandbox.admin.webhooks.create({ url: receiver.url });
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

test('an authority event has the scores that the API returns on both Mondays', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  await sandbox.admin.webhooks.create({ url: receiver.url, kinds: ['authorityScoreChange'] });
  await sandbox.admin.webhooks.emit({ date: '2026-11-16' });
  expect(receiver.received.length).toBeGreaterThan(0);
  const bodies = receiver.received.map((got) => bodyOf(got).data as Record<string, unknown>);
  for (const { websiteId, score, previousScore } of bodies) {
    const path = `/api/v1/authority?websiteId=${websiteId}`;
    await sandbox.admin.setClock('2026-11-16T12:00:00Z');
    expect((await readJson(await get(sandbox, path))).score).toBe(score);
    await sandbox.admin.setClock('2026-11-09T12:00:00Z');
    expect((await readJson(await get(sandbox, path))).score).toBe(previousScore);
    expect(score).not.toBe(previousScore);
  }
});

test('an endpoint gets only events of its team and of its kinds', async () => {
  const [sandbox, ours, theirs] = [await startTestSandbox(1), await startReceiver(), await startReceiver()];
  const { webhooks } = sandbox.admin;
  await webhooks.create({ url: ours.url, kinds: ['backlinkVerified'] });
  await webhooks.create({ url: theirs.url, team: 'other' });
  expect(await webhooks.send({ kind: 'newCitation' })).toEqual([]);
  expect(await webhooks.send({ kind: 'backlinkVerified' })).toHaveLength(1);
  expect([ours.received.length, theirs.received.length]).toEqual([1, 0]);
});

test('the same seed makes the same bytes', async () => {
  const captures = async () => {
    const [sandbox, receiver] = [await startTestSandbox(2), await startReceiver()];
    await sandbox.admin.webhooks.create({ url: receiver.url });
    for (const kind of listKinds(2)) await sandbox.admin.webhooks.send({ kind });
    return receiver.received.map(({ headers, body }) => [headers['x-service-signature'], body.toString()]);
  };
  expect(await captures()).toEqual(await captures());
});
