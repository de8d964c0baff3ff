import type { Kit } from './kit.ts';

/** Logger and console; every line goes to the host's log. */
export function logging(kit: Kit): void {
  const lines: string[] = [];
  const show = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return String(kit.describe(value).stack);
    if (typeof value !== 'object' || value === null) return String(value);
    try {
      return JSON.stringify(value);
    } catch {
      return String(value);
    }
  };
  const format = (args: unknown[]): string => {
    const [first, ...rest] = args;
    const text =
      typeof first === 'string'
        ? first.replace(/%[sdifjoO]/g, (mark) => (rest.length > 0 ? show(rest.shift()) : mark))
        : show(first);
    return [text, ...rest.map(show)].join(' ');
  };
  const write = (level: string, args: unknown[]): void => {
    const line = format(args);
    lines.push(line);
    kit.call('log.line', level === '' ? line : `${level}: ${line}`);
  };
  const logger = {
    log(...args: unknown[]) {
      write('', args);
      return logger;
    },
    getLog: () => lines.map((line) => `${line}\n`).join(''),
    clear() {
      lines.length = 0;
    },
  };
  kit.service('Logger', logger);
  kit.service('console', {
    log: (...args: unknown[]) => write('', args),
    info: (...args: unknown[]) => write('INFO', args),
    warn: (...args: unknown[]) => write('WARNING', args),
    error: (...args: unknown[]) => write('ERROR', args),
  });
}
