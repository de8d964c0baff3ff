import type { Metafile } from 'esbuild';

/** @throws Error where code of a third-party package gets into what is pushed, which ships no licence texts */
export function requireOwnCode({ inputs }: Metafile): void {
  const foreign = Object.keys(inputs).find((path) => /(^|\/)node_modules\//.test(path));
  if (foreign !== undefined) {
    throw new Error(`${foreign} is not our code: what is pushed would need a notice of its licence.`);
  }
}
