/** Where a JSON Pointer (RFC 6901) leads; undefined where the body has no such place. */
export function resolvePointer(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, segment) => {
      const name = segment.replace(/~1/g, '/').replace(/~0/g, '~');
      const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
      return isThere ? (value as Record<string, unknown>)[name] : undefined;
    }, body);
}
