import { expect } from 'vitest';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

interface Voice {
  shareOfVoice: number | string;
  mentions: number;
  totalMentions: number;
  competitors: { name: string; mentions: number; shareOfVoice: number | string; isOwn?: boolean }[];
}

async function voice(caller: QuirkCaller): Promise<Voice> {
  return (await caller.body('competitors')) as unknown as Voice;
}

/** Own share, first rival's share. */
async function shares(caller: QuirkCaller): Promise<unknown[]> {
  const { shareOfVoice, competitors } = await voice(caller);
  return [shareOfVoice, competitors[0]?.shareOfVoice];
}

testEachValue('shares', 1, {
  percent: async (caller) => expect(await shares(caller)).toEqual([40.2, 23.8]),
  fraction: async (caller) => expect(await shares(caller)).toEqual([0.402, 0.238]),
  text: async (caller) => expect(await shares(caller)).toEqual(['40.2%', '23.8%']),
  mixed: async (caller) => expect(await shares(caller)).toEqual([40.2, 0.238]),
});

function tenths({ shareOfVoice, competitors }: Voice): number {
  const all = [shareOfVoice, ...competitors.map((rival) => rival.shareOfVoice)];
  return all.reduce<number>((sum, share) => sum + Math.round(Number(share) * 10), 0);
}

testEachValue('shareSum', 1, {
  async whole(caller) {
    const body = await voice(caller);
    expect(tenths(body)).toBe(1000);
    expect(body.totalMentions).toBe(mentions(body));
  },
  async 'more-than-whole'(caller) {
    const body = await voice(caller);
    expect(tenths(body)).toBeGreaterThan(1100);
    expect(tenths(body)).toBeLessThan(1150);
    expect(body.totalMentions).toBeLessThan(mentions(body));
  },
});

function mentions({ mentions: own, competitors }: Voice): number {
  return competitors.reduce((sum, rival) => sum + rival.mentions, own);
}

async function listed(caller: QuirkCaller): Promise<{ body: Voice; own: Voice['competitors'] }> {
  const body = await voice(caller);
  return { body, own: body.competitors.filter(({ name }) => name === caller.sandbox.websites[0]?.name) };
}

testEachValue('ownBrand', 1, {
  async absent(caller) {
    const { body, own } = await listed(caller);
    expect(own).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('isOwn');
  },
  async flagged(caller) {
    const { body, own } = await listed(caller);
    expect(own).toMatchObject([{ isOwn: true, mentions: body.mentions, shareOfVoice: body.shareOfVoice }]);
    expect(body.competitors.filter(({ isOwn }) => isOwn === false)).toHaveLength(body.competitors.length - 1);
  },
  async unflagged(caller) {
    const { body, own } = await listed(caller);
    expect(own).toMatchObject([{ mentions: body.mentions, shareOfVoice: body.shareOfVoice }]);
    expect(JSON.stringify(body)).not.toContain('isOwn');
    const counts = body.competitors.map((rival) => rival.mentions);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  },
});
