import { readFile } from 'node:fs/promises';
import { type Node, parse } from 'acorn';
import { type Plugin, transform } from 'esbuild';

/** What is for people: it stands in the comment of each declaration, in the sidebar and in the docs. */
const help = ['description', 'parameters', 'returns', 'examples'];

interface Literal extends Node {
  readonly properties: readonly (Node & { readonly key?: Node & { readonly name?: string } })[];
}

function functionLiterals(node: unknown, found: Literal[] = []): Literal[] {
  if (typeof node !== 'object' || node === null) return found;
  const literal = node as Literal;
  if (literal.type === 'ObjectExpression') {
    const names = literal.properties.map(({ key }) => key?.name ?? '');
    if (help.concat('answer').every((name) => names.includes(name))) found.push(literal);
  }
  for (const child of Object.values(node)) functionLiterals(child, found);
  return found;
}

function cut(code: string): string {
  const ranges = functionLiterals(parse(code, { ecmaVersion: 'latest', sourceType: 'module' })).flatMap(
    ({ properties }) =>
      properties.flatMap((property, at) => {
        if (!help.includes(property.key?.name ?? '')) return [];
        return [{ from: property.start, to: properties[at + 1]?.start ?? property.end }];
      }),
  );
  return ranges.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), code);
}

/** Leaves the help texts of the functions out of a script: an execution reads each byte of it. */
export const withoutHelp: Plugin = {
  name: 'without-help',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]functions[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts' });
      return { contents: cut(code), loader: 'js' };
    });
  },
};
