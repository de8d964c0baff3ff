import { toPointerSegment } from '@answershare/core';

/** A place of a body. */
export interface Place {
  readonly pointer: string;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

type Container = Record<string | number, unknown>;

/** Every place of a body but the top. Iterative: bodies may be deep. */
export function listPlaces(body: unknown): Place[] {
  const spots: Place[] = [];
  const open: Place[] = [{ pointer: '', path: [], value: body }];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    if (top.path.length > 0) spots.push(top);
    if (typeof top.value !== 'object' || top.value === null) continue;
    const isList = Array.isArray(top.value);
    for (const [name, value] of Object.entries(top.value)) {
      const key = isList ? Number(name) : name;
      open.push({ pointer: top.pointer + toPointerSegment(name), path: [...top.path, key], value });
    }
  }
  return spots;
}

/** Changes one place of a holder; false where the change says nothing there. */
type Change = (holder: Container, key: string | number, value: unknown) => boolean;

const setTo =
  (make: (value: unknown) => unknown): Change =>
  (holder, key, value) => {
    const next = make(value);
    if (next === value || next === undefined) return false;
    holder[key] = next;
    return true;
  };

const isNumber = (value: unknown): value is number => typeof value === 'number';
const onNumbers = (make: (value: number) => unknown): Change =>
  setTo((value) => (isNumber(value) && value !== 0 ? make(value) : undefined));

function remove(holder: Container, key: string | number): boolean {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return true;
}

/** Puts another entry in place of one, at the same position. */
function rename(holder: Container, from: string, to: string): void {
  const entries = Object.entries(holder);
  for (const name of Object.keys(holder)) delete holder[name];
  for (const [name, value] of entries) holder[name === from ? to : name] = value;
}

export const addedName = 'xaddition';

const changes = {
  delete: remove,
  null: setTo((value) => (value === null ? undefined : null)),
  'other type': setTo((value) =>
    isNumber(value) ? [value] : typeof value === 'string' ? 7 : typeof value === 'boolean' ? 'yes' : 'text',
  ),
  'string for number': onNumbers(String),
  'times 100': onNumbers((value) => value * 100),
  'by 100': onNumbers((value) => value / 100),
  'list emptied': setTo((value) => (Array.isArray(value) && value.length > 0 ? [] : undefined)),
  'object emptied': setTo((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? {} : undefined,
  ),
  'row duplicated': (holder, key, value) => {
    if (!Array.isArray(holder)) return false;
    holder.splice(Number(key), 0, structuredClone(value));
    return true;
  },
  'renamed key': (holder, key) => {
    if (Array.isArray(holder)) return false;
    rename(holder, String(key), addedName);
    return true;
  },
  'moved to sibling': (holder, key, value) => {
    const sibling = Object.keys(holder).find((name) => name !== String(key) && isNumber(holder[name]));
    if (!isNumber(value) || sibling === undefined || holder[sibling] === value) return false;
    holder[sibling] = value;
    return Array.isArray(holder) ? true : remove(holder, key);
  },
  'extra number': (holder) => !Array.isArray(holder) && setTo(() => 123)(holder, addedName, undefined),
  'extra flag': (holder) => !Array.isArray(holder) && setTo(() => true)(holder, addedName, undefined),
  'extra word': (holder) => !Array.isArray(holder) && setTo(() => 'estimated')(holder, addedName, undefined),
  'list for object': setTo((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : undefined,
  ),
  'object for list': setTo((value) => (Array.isArray(value) ? { ...value } : undefined)),
} as const satisfies Readonly<Record<string, Change>>;

export type ChangeName = keyof typeof changes;
export const changeNames = Object.keys(changes) as readonly ChangeName[];

/** A copy of a body with one change at one place; undefined where the change says nothing there. */
export function mutate(body: unknown, { path }: Place, name: ChangeName): unknown {
  const copy = structuredClone(body);
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Container)[key], copy) as Container;
  const key = path[path.length - 1] ?? '';
  const change: Change = changes[name];
  return change(holder, key, holder[key]) ? copy : undefined;
}
