import type { ScriptFile } from './protocol.ts';

export interface ScriptFunction {
  name: string;
  parameters: string[];
  /** The JSDoc text before the first tag, on one line. */
  description: string;
  params: { name: string; text: string }[];
  /** Has `@customfunction`: Sheets lists it in autocomplete (guides/sheets/functions). */
  customFunction: boolean;
}

// A declaration at the start of a line, with the comment that ends right above it.
const declaration =
  /(?:\/\*\*((?:[^*]|\*(?!\/))*)\*\/[ \t]*\r?\n)?^(?:async[ \t]+)?function[ \t]*\*?[ \t]*([\w$]+)[ \t]*\(([^)]*)\)/gm;

/** The functions a cell, a menu or the sidebar may name: top level, no trailing underscore. */
export function listFunctions(scripts: readonly ScriptFile[]): ScriptFunction[] {
  const found: ScriptFunction[] = [];
  for (const { code } of scripts) {
    for (const [, comment = '', name = '', parameters = ''] of code.matchAll(declaration)) {
      if (name.endsWith('_')) continue;
      found.push({ name, parameters: parameterNames(parameters), ...readComment(comment) });
    }
  }
  return found;
}

function parameterNames(list: string): string[] {
  return list
    .split(',')
    .map((parameter) =>
      parameter
        .replace(/=[\s\S]*/, '')
        .replace('...', '')
        .trim(),
    )
    .filter((name) => name !== '');
}

function readComment(comment: string): Pick<ScriptFunction, 'description' | 'params' | 'customFunction'> {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  const [description = '', ...tags] = lines.join('\n').split(/^\s*(?=@)/m);
  const params = tags.flatMap((tag) => {
    const found =
      /^@param\s+(?:\{(?:[^{}]|\{[^}]*\})*\}\s*)?\[?([\w$.]+)(?:=[^\]]*)?\]?\s*(?:-\s*)?([\s\S]*)$/.exec(tag);
    return found === null ? [] : [{ name: found[1] ?? '', text: oneLine(found[2] ?? '') }];
  });
  const customFunction = tags.some((tag) => /^@customfunction\b/i.test(tag));
  return { description: oneLine(description), params, customFunction };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
