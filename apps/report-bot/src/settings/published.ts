import { z } from 'zod';
import { shape } from './shape.ts';

/** A value that the environment or a file holds: `${NAME}` or `${file:/path}`. */
const reference = { type: 'string', pattern: '^\\$\\{(file:.+|[A-Za-z_][A-Za-z0-9_]*)\\}$' };

/** The JSON Schema of the settings file as people write it: any text may be a reference, a secret must be one. */
export function publishedSchema(): string {
  const schema = z.toJSONSchema(shape, {
    io: 'input',
    override: ({ jsonSchema }) => {
      const node = jsonSchema as Record<string, unknown>;
      if (node.type !== 'string') return;
      const { description, ...rest } = node;
      for (const key of Object.keys(node)) delete node[key];
      if (description !== undefined) node.description = description;
      if (rest.secret === true) Object.assign(node, reference);
      else if (Object.keys(rest).length === 1 || Array.isArray(rest.enum) || rest.const !== undefined)
        Object.assign(node, rest);
      else node.anyOf = [rest, reference];
    },
  });
  return `${JSON.stringify({ title: 'Settings of the answershare command', ...schema }, null, 2)}\n`;
}
