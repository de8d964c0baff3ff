import { isObject, type JsonObject } from '../reading/json.ts';
import { plainName, segment } from '../reading/names.ts';
import type { Tracer } from '../reading/trace.ts';
import { readShare, type WrittenShare } from './written-share.ts';

const aliases = [
  'shareofvoice',
  'ownshareofvoice',
  'sharevoice',
  'sov',
  'ownshare',
  'yourshare',
  'share',
  'shareofvoicepercent',
  'sharepercent',
];
const holders = ['data', 'result', 'own', 'you', 'shareOfVoice', 'share_of_voice', 'summary'];

/** The own share of voice and the object that it stands in; `share` is undefined for what is no number. */
export interface OwnShare {
  readonly object: JsonObject;
  readonly pointer: string;
  readonly share: WrittenShare | null | undefined;
  /** True where the field is there, though it may hold null. */
  readonly stated: boolean;
}

export function readOwnShare(body: JsonObject, tracer: Tracer): OwnShare {
  const places: (readonly [JsonObject, string])[] = [[body, '']];
  for (const key of holders) {
    const inner = body[key];
    if (isObject(inner)) places.push([inner, segment(key)]);
  }
  for (const [object, pointer] of places) {
    const { field, share } = readShare(object, aliases, tracer);
    if (field === null) continue;
    tracer.found('shareOfVoice', pointer + segment(field));
    return { object, pointer, share, stated: true };
  }
  return { object: body, pointer: '', share: null, stated: false };
}

/** The own share in the list's own row. */
export function ownShareIn(row: JsonObject, list: string, tracer: Tracer): OwnShare {
  const { field, share } = readShare(row, aliases, tracer);
  const pointer = `${list}/*`;
  if (field !== null) tracer.found('shareOfVoice', pointer + segment(field));
  return { object: row, pointer, share, stated: field !== null };
}

/** Where else a field is named a share of voice, so that whose it is cannot be told; null where none is. Lists are not searched. */
export function strayShareOfVoice(object: JsonObject, pointer = '', depth = 0): string | null {
  for (const key of Object.keys(object)) {
    const at = pointer + segment(key);
    if (/^(own|your)?(shareofvoice|sharevoice|sov)/.test(plainName(key))) return at;
    const inner = object[key];
    const found = isObject(inner) && depth < 4 ? strayShareOfVoice(inner, at, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}
