import type { Kit } from './kit.ts';

/**
 * With a clock or dice from the host, Date and Math.random follow them; else they are the machine's. Where the script's
 * zone is not the machine's, Date reads local parts and text in the script's.
 */
export function clock(kit: Kit): void {
  if (kit.facts.hostDice) {
    Object.defineProperty(Math, 'random', {
      value: () => kit.call('clock.random'),
      configurable: true,
      writable: true,
    });
  }
  const local = kit.localTime;
  if (!kit.facts.hostClock && local === null) return;
  const Native = Date;
  const { UTC, parse: nativeParse, now: nativeNow } = Native;
  const now = (): number => (kit.facts.hostClock ? kit.call('clock.now') : nativeNow());
  const parse = (text: string): number => (local === null ? nativeParse(text) : local.parse(String(text)));
  const read = (args: unknown[]): unknown[] => {
    if (args.length === 0) return [now()];
    if (local === null) return args;
    if (args.length > 1) return [local.instantOf(Reflect.apply(UTC, undefined, args))];
    return typeof args[0] === 'string' ? [parse(args[0])] : args;
  };
  const followed = new Proxy(Native, {
    apply: () => new Native(now()).toString(),
    construct: (target, args, newTarget) => Reflect.construct(target, read(args), newTarget),
  });
  Object.defineProperty(Native, 'now', { value: now, configurable: true, writable: true });
  Object.defineProperty(Native, 'parse', { value: parse, configurable: true, writable: true });
  Object.defineProperty(Native.prototype, 'constructor', {
    value: followed,
    configurable: true,
    writable: true,
  });
  Object.defineProperty(globalThis, 'Date', { value: followed, configurable: true, writable: true });
}
