import type { Kit } from './kit.ts';

/** An error's stack shows the script's own frames only: those of this runtime would carry the machine's paths. */
export function stackTraces(_kit: Kit): void {
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
