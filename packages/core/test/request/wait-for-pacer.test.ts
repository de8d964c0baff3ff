import { describe, expect, it } from 'vitest';
import { ApiError, isApiError } from '../../src/errors/api-error.ts';
import { runSync, type SyncHost } from '../../src/exchange/drivers.ts';
import type { ClientEvent, Effect } from '../../src/exchange/effect.ts';
import { unknownRateState } from '../../src/quota/limits-recipe.ts';
import { pausePacer } from '../../src/quota/pacer.ts';
import type { PlanName } from '../../src/quota/plans.ts';
import { waitForTurn } from '../../src/request/send-request.ts';
import { applyEvent, openSession, type Session } from '../../src/request/session.ts';

const start = Date.UTC(2026, 10, 21, 5);

function sessionOf(plan?: PlanName): Session {
  const session = { baseUrl: 'https://api.example.com', key: 'rs_live_abcdefghijkl' };
  return openSession(plan ? { ...session, plan } : session, standing().host);
}

const answer = { ...unknownRateState.minute, limit: 60, remaining: 50 };

interface Emitted {
  readonly type: 'emit';
  readonly event: ClientEvent;
}

/** A host whose clock moves by waits alone; what an exchange asked of it, in order. */
function standing(afterWait: (waits: number) => void = () => undefined): {
  readonly host: SyncHost;
  readonly asked: (Effect | Emitted)[];
  readonly run: (session: Session, deadline: number) => unknown;
} {
  let at = start;
  const asked: (Effect | Emitted)[] = [];
  const unasked = (): never => {
    throw new Error('Pacing sends nothing.');
  };
  const host = {
    send: unasked,
    random: unasked,
    now: () => at,
    wait: (ms: number) => {
      asked.push({ type: 'wait', ms });
      at += ms;
      afterWait(asked.filter(({ type }) => type === 'wait').length);
    },
    emit: (event: ClientEvent) => asked.push({ type: 'emit', event }),
  };
  const run = (session: Session, deadline: number): unknown => {
    Object.assign(session, { host });
    try {
      return runSync(waitForTurn(session, 'authority', deadline), host);
    } catch (thrown) {
      return thrown;
    }
  };
  return { host, asked, run };
}

describe('a request that the pacer allows', () => {
  it('is sent at once, is counted, and emits no event', () => {
    const { asked, run } = standing();
    const session = sessionOf('starter');
    expect(run(session, start + 1)).toBeUndefined();
    expect(session.pacer).toMatchObject({ sent: 1, inFlight: 1, since: start, endsAt: start + 60_000 });
    expect(asked).toEqual([]);
  });
});

describe('a request that has to wait', () => {
  it('emits one event, waits, is sent, and is counted in the new minute', () => {
    const { asked, run } = standing();
    const session = sessionOf('starter');
    applyEvent(session, { type: 'paused', until: start + 9_000 });
    expect(run(session, start + 20_000)).toBeUndefined();
    expect(asked).toEqual([
      { type: 'emit', event: { type: 'wait', endpoint: 'authority', waitMs: 9_050 } },
      { type: 'wait', ms: 9_050 },
    ]);
    expect(session.pacer).toMatchObject({ sent: 1, since: start + 9_050 });
  });

  it('checks after each wait until another is answered, and emits no further event', () => {
    const { asked, run } = standing((waits) => {
      if (waits === 3)
        applyEvent(session, { type: 'received', minute: answer, sentAt: start, at: start + 150 });
    });
    const session = sessionOf();
    for (let sent = 0; sent < 10; sent++) run(session, start + 1);
    expect(run(session, start + 1_000)).toBeUndefined();
    expect(asked).toEqual([
      { type: 'emit', event: { type: 'wait', endpoint: 'authority', waitMs: 50 } },
      { type: 'wait', ms: 50 },
      { type: 'wait', ms: 50 },
      { type: 'wait', ms: 50 },
    ]);
    expect(session.pacer.sent).toBe(11);
  });
});

it('a request does not wait for a pause that has just ended', () => {
  const opened = sessionOf('starter');
  const session = { ...opened, pacer: { ...pausePacer(opened.pacer, start + 9_000), pausedUntil: start } };
  const thrown = standing().run(session, start + 10);
  expect(thrown).toMatchObject({ kind: 'budget', retryAt: start + 9_050 });
  expect(String(thrown)).not.toContain('wants no requests');
});

describe('a request that would wait past its deadline', () => {
  it.each([9_049, 9_050])('is refused with the retry time: deadline after %i ms', (deadline) => {
    const { asked, run } = standing();
    const session = sessionOf('starter');
    applyEvent(session, { type: 'paused', until: start + 9_000 });
    const before = session.pacer;
    const thrown = run(session, start + deadline);
    expect(isApiError(thrown)).toBe(true);
    expect(thrown).toMatchObject({
      kind: 'budget',
      owner: 'caller',
      retryAt: start + 9_050,
      retryable: true,
      spent: 0,
      message:
        'The service wants no requests until 2026-11-21 05:00:09 UTC; nothing was sent for authority. Try again then.',
    });
    expect(asked).toEqual([]);
    expect(session.pacer).toBe(before);
  });

  it('is refused with a used-up minute if the service has no other fault', () => {
    const { run } = standing();
    const opened = sessionOf('starter');
    const full = { sent: 54, since: start, endsAt: start + 9_000, answered: true };
    const session = { ...opened, pacer: { ...opened.pacer, ...full } };
    expect(run(session, start + 1_000)).toMatchObject({
      kind: 'budget',
      retryAt: start + 9_050,
      message: expect.stringContaining(
        'The requests of this minute are used up until 2026-11-21 05:00:09 UTC',
      ),
    });
  });

  it('is refused as pending if it waits for answers and not for the minute', () => {
    const { asked, run } = standing();
    const session = sessionOf();
    for (let sent = 0; sent < 10; sent++) run(session, start + 1);
    expect(run(session, start + 120)).toMatchObject({
      kind: 'pending',
      spent: 0,
      retryable: true,
      message: 'Another request for authority is still under way. Recalculate in a minute.',
    });
    expect(asked.filter(({ type }) => type === 'wait')).toEqual([
      { type: 'wait', ms: 50 },
      { type: 'wait', ms: 50 },
    ]);
    expect(session.pacer.sent).toBe(10);
  });

  it('is not sent once the call has no time left', () => {
    const { asked, run } = standing();
    const session = sessionOf();
    expect(run(session, start)).toMatchObject({
      kind: 'timeout',
      owner: 'network',
      spent: 0,
      retryable: true,
      message: 'The service at api.example.com did not answer in time. Try again later.',
    });
    expect(asked).toEqual([]);
    expect(session.pacer.sent).toBe(0);
  });

  it('is sent if the deadline is a millisecond later', () => {
    const session = sessionOf('starter');
    applyEvent(session, { type: 'paused', until: start + 9_000 });
    expect(standing().run(session, start + 9_051)).toBeUndefined();
  });
});

describe('a request that the breaker blocks', () => {
  const fault = (): ApiError =>
    new ApiError({ kind: 'forbidden', owner: 'caller', message: 'No.', hint: 'h', spent: 1 });

  it('is refused with the fault at no cost, and is not counted', () => {
    const { asked, run } = standing();
    const session = sessionOf();
    applyEvent(session, { type: 'failed', endpoint: 'authority', error: fault(), at: start });
    expect(run(session, start + 1)).toMatchObject({ kind: 'forbidden', spent: 0 });
    expect(session.pacer.sent).toBe(0);
    expect(asked).toEqual([]);
  });

  it('is sent if the fault concerns another endpoint', () => {
    const session = sessionOf();
    applyEvent(session, { type: 'failed', endpoint: 'citations', error: fault(), at: start });
    expect(standing().run(session, start + 1)).toBeUndefined();
  });
});
