import type { Kit } from './kit.ts';

/**
 * Leaves what ECMAScript 2019 has, plus globalThis, Intl and WebAssembly: nothing newer is proven for Google's runtime
 * (guides/v8-runtime names neither an edition nor a V8 version).
 */
export function builtIns(_kit: Kit): void {
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
