import type { Clock } from './clock.ts';

export interface SteppedClock extends Clock {
  working(count: number): void;
  moveTo(epochMilliseconds: number): void;
}

interface Sleeper {
  due: number;
  wake: () => void;
}

/**
 * A clock that stands still while any execution is at work, and steps to the next sleeper's end when all of them sleep:
 * minutes of pacing pass at once, in the order they would have.
 */
export function steppedClock(start: number): SteppedClock {
  let time = start;
  let atWork = 0;
  let sleepers: Sleeper[] = [];
  const wakeDue = (): void => {
    const due = sleepers.filter((sleeper) => sleeper.due <= time);
    sleepers = sleepers.filter((sleeper) => sleeper.due > time);
    for (const { wake } of due) wake();
  };
  const step = (): void => {
    if (atWork > 0 || sleepers.length === 0) return;
    time = Math.max(time, Math.min(...sleepers.map(({ due }) => due)));
    wakeDue();
  };
  return {
    now: () => time,
    sleep(milliseconds, ended) {
      return new Promise((resolve) => {
        const sleeper: Sleeper = {
          due: time + milliseconds,
          wake: () => {
            ended.removeEventListener('abort', wakeEarly);
            resolve();
          },
        };
        const wakeEarly = (): void => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        };
        if (ended.aborted) resolve();
        else {
          ended.addEventListener('abort', wakeEarly, { once: true });
          sleepers.push(sleeper);
          setImmediate(step);
        }
      });
    },
    working(count) {
      atWork = count;
      // Not at once: what wakes one execution may set the next to work in the same turn.
      if (count === 0) setImmediate(step);
    },
    moveTo(epochMilliseconds) {
      time = Math.max(time, epochMilliseconds);
      wakeDue();
    },
  };
}
