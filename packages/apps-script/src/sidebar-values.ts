import { ScriptError } from './script-error.ts';

/**
 * What may cross google.script.run, in both directions (guides/html/communication): primitives, objects, arrays and
 * null. Dates, functions and cycles make the call fail; undefined inside an array becomes null.
 * `where` names the value in the error. Returns a copy.
 */
export function crossSidebar(value: unknown, where: string): unknown {
  const open: unknown[] = [];
  const cross = (v: unknown, place: string): unknown => {
    if (v === undefined || v === null || typeof v === 'string' || typeof v === 'boolean') return v;
    if (typeof v === 'number') return v;
    if (typeof v !== 'object') return refuse(`a ${typeof v}`, place);
    if (v instanceof Date) return refuse('a Date', place);
    if (open.includes(v)) return refuse('an object that contains itself', place);
    open.push(v);
    const crossed = Array.isArray(v)
      ? Array.from(v, (item, i) => cross(item, `${place}[${i}]`) ?? null)
      : crossObject(v, place);
    open.pop();
    return crossed;
  };
  const crossObject = (v: object, place: string): object => {
    const prototype: unknown = Object.getPrototypeOf(v);
    if (prototype !== Object.prototype && prototype !== null)
      return refuse('an object with a class of its own', place);
    return Object.fromEntries(
      Object.entries(v).map(([key, field]) => [key, cross(field, `${place}.${key}`)]),
    );
  };
  return cross(value, where);
}

function refuse(what: string, where: string): never {
  const message = `${where} is ${what}, which google.script.run cannot pass: use text, numbers, true/false, null, arrays or plain objects.`;
  throw new ScriptError({ kind: 'type', message });
}
