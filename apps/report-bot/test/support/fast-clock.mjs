/**
 * Loaded before the command: a minute lasts a second, and SIGUSR2 moves the clock ten minutes ahead, as a suspend does. From
 * SIGTERM on, timers are real: the command has its ten seconds to end.
 */
const RealDate = Date;
const { setTimeout: startTimer } = globalThis;
const begun = RealDate.now();
let ahead = 0;
let speed = 60;
const readClock = () => begun + (RealDate.now() - begun) * 60 + ahead;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(readClock());
    else super(...args);
  }
  static now() {
    return readClock();
  }
};
globalThis.setTimeout = (work, delay = 0, ...rest) => startTimer(work, delay / speed, ...rest);
process.on('SIGUSR2', () => {
  ahead += 600_000;
});
process.prependListener('SIGTERM', () => {
  speed = 1;
});
