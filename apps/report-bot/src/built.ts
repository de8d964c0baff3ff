/** The address of a file that the build made. This code runs from `src`, or bundled in `dist` or a part beside it. */
export function built(name: string): URL {
  const { url } = import.meta;
  const dist = url.endsWith('/src/built.ts') ? '../dist/' : /\/parts\/[^/]+$/.test(url) ? '../' : './';
  return new URL(dist + name, url);
}
