import type { Kit } from './kit.ts';

/** With a clock or dice from the host, Date and Math.random follow them; else they are the machine's. */
export function clock(kit: Kit): void {
  if (kit.facts.hostDice) {
    Object.defineProperty(Math, 'random', {
      value: () => kit.call('clock.random'),
      configurable: true,
      writable: true,
    });
  }
  if (!kit.facts.hostClock) return;
  const Native = Date;
  const now = (): number => kit.call('clock.now');
  const followed = new Proxy(Native, {
    apply: () => new Native(now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  });
  Native.now = now;
  Object.defineProperty(Native.prototype, 'constructor', {
    value: followed,
    configurable: true,
    writable: true,
  });
  Object.defineProperty(globalThis, 'Date', { value: followed, configurable: true, writable: true });
}
