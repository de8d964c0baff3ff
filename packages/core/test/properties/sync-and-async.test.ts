import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSync } from '../../src/exchange/drivers.ts';
import { runSyncAll } from '../../src/exchange/run-together.ts';
import { isApiError } from '../../src/index.ts';
import * as ask from '../../src/operations.ts';
import { openSession } from '../../src/request/session.ts';
import type { Ledger } from './ledger.ts';
import { asked, clientOptions, play, playSync, type Script, scripts, stageFor } from './play.ts';
import { syncHost } from './scripted-host.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? 75);
const sequence = scripts({ concurrent: fc.constant(false), cacheMs: fc.constant(0) });

const endings = ({ calls }: Ledger): string[] =>
  calls.map(({ result, thrown, endedAt }) => {
    const message = isApiError(thrown) ? thrown.message : String(thrown);
    return `${endedAt} ${JSON.stringify(result ?? { thrown, message })}`;
  });

describe('the same script', () => {
  it('has the same effects, events and results with a synchronous and an asynchronous client', () =>
    fc.assert(
      fc.asyncProperty(sequence, async (script) => {
        const sync = playSync(script);
        const async = await play(script);
        expect(async.effects).toEqual(sync.effects);
        expect(endings(async)).toEqual(endings(sync));
      }),
      { numRuns },
    ));

  it('has the same effects and result alone and in a lockstep of one', () => {
    const alone = (script: Script, lockstep: boolean): readonly unknown[] => {
      const stage = stageFor(script.plans);
      const host = syncHost(stage, 0, script.shares);
      const session = openSession(clientOptions(script), host);
      const [one] = script.asked;
      const exchange = ask.analytics(session, one?.site ?? '', one?.window ?? { last: 7 });
      let ending: unknown;
      try {
        const [settled] = lockstep
          ? runSyncAll([exchange], host)
          : [{ ok: true as const, value: runSync(exchange, host) }];
        if (!settled?.ok) throw settled?.error;
        ending = settled.value;
      } catch (thrown) {
        ending = isApiError(thrown) ? [thrown.message, JSON.stringify(thrown)] : thrown;
      }
      return [stage.ledger.effects, ending];
    };
    const one = scripts({ asked: fc.array(asked, { minLength: 1, maxLength: 1 }) });
    fc.assert(
      fc.property(one, (script) => {
        expect(alone(script, true)).toEqual(alone(script, false));
      }),
      { numRuns },
    );
  });
});
