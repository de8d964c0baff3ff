import { isObject } from './json.ts';
import { oneOf } from './names.ts';
import { readText } from './numbers.ts';

/** Names under which an answer says which website it is about. */
export const isSiteId = oneOf('websiteid siteid');

/** The website that an answer says it is about; null where it does not say. */
export function echoedWebsite(body: unknown): string | null {
  if (!isObject(body)) return null;
  for (const object of [body, body.data, body.meta, body.query]) {
    if (!isObject(object)) continue;
    const name = Object.keys(object).find(isSiteId);
    if (name !== undefined) return readText(object[name]);
    if (isObject(object.website)) return readText(object.website.id);
  }
  return null;
}
