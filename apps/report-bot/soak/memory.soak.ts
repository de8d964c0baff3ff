import { expect, test } from 'vitest';
import { openPostgres } from '../test/support/ledgers.ts';
import { measureSending, openMailSink } from './measured-run.ts';

const limitMb = 256;

test.each([
  [250, 1, 'pglite', 0],
  [20, 1_000, 'pglite', 0],
  [20, 1_000, 'postgres', 0],
  [20, 1_000, 'postgres', 40],
] as const)(
  `%d websites and %d recipients on %s, replies after %d ms: within ${limitMb} MB, one mail a person`,
  async (websites, recipients, engine, replyMs) => {
    const location = engine === 'postgres' ? { url: await openPostgres().database() } : null;
    const sink = await openMailSink(replyMs);
    const { code, err, peakMb, seconds } = await measureSending(sink, websites, recipients, location);
    await sink.close();
    console.log(
      `${websites} websites, ${recipients} recipients, ${engine}, ${replyMs} ms: peak ${peakMb.toFixed(0)} MB, ${seconds.toFixed(1)} s in all, ${(recipients / seconds).toFixed(0)} digests/s`,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(sink.mails.size).toBe(recipients);
    expect([...sink.mails.values()].every((count) => count === 1)).toBe(true);
    expect(sink.connections()).toBeLessThanOrEqual(Math.max(4, Math.ceil(recipients / 100) + 4));
    expect(peakMb).toBeLessThanOrEqual(limitMb);
  },
);
