import type { Metafile } from 'esbuild';

/** @throws Error where code of a third-party package gets into what is pushed, which ships no licence texts */
export function requireOwnCode({ inputs }: Metafile): void {
  const foreign = Object.keys(inputs).find((path) => /(^|\/)node_modules\//.test(path));
  if (foreign !== undefined) {
    throw new Error(`${foreign} is not our code: what is pushed would need a notice of its licence.`);
  }
}

/** @throws Error where the inference of recipes gets into a script: Google's executions would load it each time */
export function requireNoInference({ inputs }: Metafile): void {
  const found = Object.keys(inputs).find((path) => /(^|\/)(packages\/recogniser|inspection)\//.test(path));
  if (found !== undefined) {
    throw new Error(`${found} infers recipes: it belongs into the sidebar's page alone.`);
  }
}
