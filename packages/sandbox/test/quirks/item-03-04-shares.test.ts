import { expect } from 'vitest';
import { alternatives, type Sight } from './alternatives.ts';

interface Voice {
  shareOfVoice: number | string;
  mentions: number;
  totalMentions: number;
  competitors: { name: string; mentions: number; shareOfVoice: number | string; isOwn?: boolean }[];
}

async function voice(see: Sight): Promise<Voice> {
  return (await see.body('competitors')) as unknown as Voice;
}

/** Own share, first rival's share. */
async function shares(see: Sight): Promise<unknown[]> {
  const { shareOfVoice, competitors } = await voice(see);
  return [shareOfVoice, competitors[0]?.shareOfVoice];
}

alternatives('shares', 1, {
  percent: async (see) => expect(await shares(see)).toEqual([40.2, 23.8]),
  fraction: async (see) => expect(await shares(see)).toEqual([0.402, 0.238]),
  text: async (see) => expect(await shares(see)).toEqual(['40.2%', '23.8%']),
  mixed: async (see) => expect(await shares(see)).toEqual([40.2, 0.238]),
});

function tenths({ shareOfVoice, competitors }: Voice): number {
  const all = [shareOfVoice, ...competitors.map((rival) => rival.shareOfVoice)];
  return all.reduce<number>((sum, share) => sum + Math.round(Number(share) * 10), 0);
}

alternatives('shareSum', 1, {
  async whole(see) {
    const body = await voice(see);
    expect(tenths(body)).toBe(1000);
    expect(body.totalMentions).toBe(mentions(body));
  },
  async 'more-than-whole'(see) {
    const body = await voice(see);
    expect(tenths(body)).toBeGreaterThan(1100);
    expect(tenths(body)).toBeLessThan(1150);
    expect(body.totalMentions).toBeLessThan(mentions(body));
  },
});

function mentions({ mentions: own, competitors }: Voice): number {
  return competitors.reduce((sum, rival) => sum + rival.mentions, own);
}

async function listed(see: Sight): Promise<{ body: Voice; own: Voice['competitors'] }> {
  const body = await voice(see);
  return { body, own: body.competitors.filter(({ name }) => name === see.sandbox.websites[0]?.name) };
}

alternatives('ownBrand', 1, {
  async absent(see) {
    const { body, own } = await listed(see);
    expect(own).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('isOwn');
  },
  async flagged(see) {
    const { body, own } = await listed(see);
    expect(own).toMatchObject([{ isOwn: true, mentions: body.mentions, shareOfVoice: body.shareOfVoice }]);
    expect(body.competitors.filter(({ isOwn }) => isOwn === false)).toHaveLength(body.competitors.length - 1);
  },
  async unflagged(see) {
    const { body, own } = await listed(see);
    expect(own).toMatchObject([{ mentions: body.mentions, shareOfVoice: body.shareOfVoice }]);
    expect(JSON.stringify(body)).not.toContain('isOwn');
    const counts = body.competitors.map((rival) => rival.mentions);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  },
});
