import type { ServiceRuntime } from './service-runtime.ts';

/**
 * Removes built-ins newer than ECMAScript 2019, except globalThis, Intl and WebAssembly. guides/v8-runtime names
 * neither an edition nor a V8 version.
 */
export function removeNewerBuiltIns(_runtime: ServiceRuntime): void {
  const kept =
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp ' +
    'Error EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl ArrayBuffer ' +
    'Atomics SharedArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Uint8ClampedArray ' +
    'Float32Array Float64Array DataView Map Set WeakMap WeakSet Proxy Reflect WebAssembly decodeURI ' +
    'decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN console';
  const services = Object.getOwnPropertyNames(globalThis).filter((name) => /(App|Service)$/.test(name));
  const stay = new Set([
    ...kept.split(' '),
    ...services,
    'Logger',
    'Session',
    'Utilities',
    'Maps',
    'Jdbc',
    'Charts',
  ]);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!stay.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  const typed: object = Object.getPrototypeOf(Int8Array.prototype);
  const newer: [object, string][] = [
    [Object, 'hasOwn groupBy'],
    [Array, 'fromAsync'],
    [Array.prototype, 'at findLast findLastIndex toReversed toSorted toSpliced with'],
    [typed, 'at findLast findLastIndex toReversed toSorted with'],
    [String.prototype, 'at isWellFormed matchAll replaceAll toWellFormed'],
    [Promise, 'allSettled any withResolvers try'],
    [Map, 'groupBy'],
    [
      Set.prototype,
      'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom',
    ],
    [RegExp, 'escape'],
    [RegExp.prototype, 'hasIndices unicodeSets'],
    [Error, 'isError'],
    [Math, 'f16round sumPrecise'],
    [JSON, 'rawJSON isRawJSON'],
    [Atomics, 'waitAsync pause'],
    [ArrayBuffer.prototype, 'resize resizable maxByteLength transfer transferToFixedLength detached'],
    [SharedArrayBuffer.prototype, 'grow growable maxByteLength'],
    [DataView.prototype, 'getBigInt64 getBigUint64 setBigInt64 setBigUint64 getFloat16 setFloat16'],
    [Intl, 'DurationFormat Segmenter supportedValuesOf'],
  ];
  for (const [owner, names] of newer) {
    for (const name of names.split(' ')) Reflect.deleteProperty(owner, name);
  }
  for (const name of Object.getOwnPropertyNames(Uint8Array.prototype)) {
    if (/Base64|Hex/.test(name)) Reflect.deleteProperty(Uint8Array.prototype, name);
  }
}

/**
 * Google services without an implementation here. Outside FULL they throw Google's permission message; in FULL an error
 * that names this limit.
 */
export function installAbsentServices(runtime: ServiceRuntime): void {
  const names =
    'CalendarApp CardService ContactsApp ContentService DocumentApp DriveApp FormApp GmailApp GroupsApp ' +
    'Jdbc LanguageApp LinearOptimizationService Maps SitesApp SlidesApp XmlService';
  for (const name of names.split(' ')) {
    const throwUnavailable = (method: string | symbol): never => {
      const called = `${name}.${String(method)}`;
      runtime.allow(called, 'user');
      throw runtime.exception(
        `${called} is not part of the local Apps Script: this call can only be tried in Google Sheets.`,
      );
    };
    Object.defineProperty(globalThis, name, {
      value: new Proxy({}, { get: (_, method) => throwUnavailable(method) }),
      configurable: true,
      writable: true,
    });
  }
}

/** Keeps only the script's own stack frames: others would expose machine paths. */
export function installStackTraces(_runtime: ServiceRuntime): void {
  const own = (site: NodeJS.CallSite): boolean => {
    const file = site.getFileName();
    return (
      typeof file === 'string' && !/^(apps-script-(prelude|entry)\.js$|file:|node:|\/|[A-Z]:)/.test(file)
    );
  };
  Object.defineProperty(Error, 'prepareStackTrace', {
    value: (error: Error, sites: NodeJS.CallSite[]) =>
      [String(error), ...sites.filter(own).map((site) => `    at ${site}`)].join('\n'),
    configurable: true,
    writable: true,
  });
}

/** Logger and console; both write to the host's log. */
export function installLogging(runtime: ServiceRuntime): void {
  const lines: string[] = [];
  const show = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return String(runtime.describe(value).stack);
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
    runtime.call('log.line', level === '' ? line : `${level}: ${line}`);
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
  runtime.service('Logger', logger);
  runtime.service('console', {
    log: (...args: unknown[]) => write('', args),
    info: (...args: unknown[]) => write('INFO', args),
    warn: (...args: unknown[]) => write('WARNING', args),
    error: (...args: unknown[]) => write('ERROR', args),
  });
}
