import { suggestWord } from '@answershare/core';
import Handlebars from 'handlebars';
import type { TemplatePart } from '../settings/mail-template.ts';
import type { ModelShape } from './template-samples.ts';

/** Names in scope: the context of each open `#each` and `#with`, and block parameters. */
interface Scope {
  readonly contexts: readonly ModelShape[];
  readonly parameters: ReadonlyMap<string, ModelShape>;
}

const addressAttributes = /^(?:href|src|action|background|srcset)$/i;
const dataNames = ['index', 'key', 'first', 'last'];

/** Faults of a template, `html.hbs line 3: …`; empty if there is none. The names of `shape` are those of the mail. */
export function lintTemplate(part: TemplatePart, source: string, shape: ModelShape): readonly string[] {
  const faults: string[] = [];
  const at = (node: hbs.AST.Node, message: string): void => {
    faults.push(`${part}.hbs line ${node.loc.start.line}: ${message}`);
  };
  const printed = new Set<ModelShape>();
  const html = part === 'html' ? createHtmlScanner() : null;

  function findShape(expression: hbs.AST.Expression, { contexts, parameters }: Scope): ModelShape | null {
    if (expression.type !== 'PathExpression') return null;
    const path = expression as hbs.AST.PathExpression;
    const [first = '', ...rest] = path.parts.map(String);
    const leaf: ModelShape = { fields: new Map(), item: null, isAddress: false };
    if (path.data && first !== 'root') {
      if (!dataNames.includes(first)) at(path, `there is no "${path.original}".`);
      return leaf;
    }
    const parameter = path.depth === 0 && !path.data ? parameters.get(first) : undefined;
    let context = path.data ? contexts[0] : (parameter ?? contexts.at(-1 - path.depth));
    for (const name of path.data || parameter !== undefined ? rest : path.parts.map(String)) {
      const known = context;
      context =
        name === 'length'
          ? leaf
          : (known?.fields.get(name) ?? (/^\d+$/.test(name) ? known?.item : null) ?? undefined);
      if (context !== undefined) continue;
      const near = suggestWord(name, [...(known?.fields.keys() ?? [])]);
      at(path, `the mail has no "${path.original}" here${near === null ? '.' : `; did you mean "${near}"?`}`);
      return null;
    }
    return context ?? null;
  }

  function walkBlock(block: hbs.AST.BlockStatement, scope: Scope): void {
    const name = String(
      block.path.type === 'PathExpression' ? (block.path as hbs.AST.PathExpression).original : '',
    );
    const [param] = block.params;
    if (!['if', 'unless', 'each', 'with'].includes(name) || param === undefined || block.params.length > 1) {
      at(block, `{{#${name}}} is none of {{#if}}, {{#unless}}, {{#each}} and {{#with}} with one name.`);
      return;
    }
    const found = findShape(param, scope);
    if (found === null && param.type !== 'PathExpression')
      at(param, `{{#${name}}} takes a name of the mail.`);
    const inner = name === 'each' ? found?.item : name === 'with' ? found : null;
    if (name === 'each' && found !== null && found.item === null) at(block, `"${name}" needs a list.`);
    const [alias] = block.program?.blockParams ?? [];
    // A block without a known context was reported; its names are not.
    if (inner != null)
      walk(block.program, {
        contexts: [...scope.contexts, inner],
        parameters: alias === undefined ? scope.parameters : new Map([...scope.parameters, [alias, inner]]),
      });
    else if (name === 'if' || name === 'unless') walk(block.program, scope);
    walk(block.inverse, scope);
  }

  function walk(program: hbs.AST.Program | undefined, scope: Scope): void {
    for (const node of program?.body ?? []) {
      if (node.type === 'ContentStatement') html?.read((node as hbs.AST.ContentStatement).value);
      else if (node.type === 'BlockStatement') walkBlock(node as hbs.AST.BlockStatement, scope);
      else if (node.type === 'MustacheStatement') {
        const mustache = node as hbs.AST.MustacheStatement;
        if (mustache.params.length > 0 || mustache.hash !== undefined)
          at(node, 'there are no helpers but {{#if}}, {{#unless}}, {{#each}} and {{#with}}.');
        const found = findShape(mustache.path, scope);
        if (found !== null) printed.add(found);
        if (!mustache.escaped && html !== null)
          at(node, 'write {{…}} in place of {{{…}}} or {{&…}}, which print markup of others.');
        const fault = html?.describeExpression(found?.isAddress === true) ?? null;
        if (fault !== null) at(node, fault);
      } else if (node.type !== 'CommentStatement')
        at(node, 'there are no partials and no decorators; write the text here.');
    }
  }

  let program: hbs.AST.Program;
  try {
    program = Handlebars.parse(source);
  } catch (thrown) {
    const [first = '', ...lines] = String(thrown instanceof Error ? thrown.message : thrown).split('\n');
    const line = /line (\d+)/.exec(first)?.[1];
    return [
      `${part}.hbs${line === undefined ? '' : ` line ${line}`}: is not Handlebars (${lines.at(-1) ?? first}).`,
    ];
  }
  walk(program, { contexts: [shape], parameters: new Map() });
  const unsubscribe = shape.fields.get('unsubscribe');
  if (part !== 'subject' && unsubscribe !== undefined && !printed.has(unsubscribe))
    faults.push(`${part}.hbs: has no {{unsubscribe}}; a reader needs that address.`);
  return faults;
}

/** Follows markup, so that each expression is known to be in text, in a tag or in an attribute (HTML, section 13.2.5). */
function createHtmlScanner(): {
  read(text: string): void;
  /** Reads an expression. Returns why it may not be here, or null. */
  describeExpression(isAddress: boolean): string | null;
} {
  let mode: 'text' | 'tag' | 'value' = 'text';
  let [quote, tag, attribute, value] = ['', '', '', ''];
  let raw = '';
  return {
    read(text) {
      for (const [at, character] of [...text].entries()) {
        if (mode === 'value') {
          if (character === quote) [mode, attribute] = ['tag', ''];
          else value += character;
        } else if (mode === 'tag') {
          if (character === '>') {
            raw = /^(style|script)\b/i.exec(tag)?.[1] ?? '';
            mode = 'text';
          } else if (character === '"' || character === "'") {
            [mode, quote, value] = ['value', character, ''];
            attribute = /([^\s="'/]+)\s*=\s*$/.exec(tag)?.[1] ?? '';
          } else tag += character;
        } else if (character === '<' && /^[a-z/!]?$/i.test([...text][at + 1] ?? ''))
          [mode, tag] = ['tag', ''];
      }
    },
    describeExpression(isAddress) {
      if (mode === 'tag') return 'quote the attribute: name="{{…}}".';
      if (mode === 'text') return raw === '' ? null : `no expression may be in <${raw}>.`;
      if (/^on/i.test(attribute)) return `${attribute} runs scripts; leave it out.`;
      const isFree =
        !isAddress &&
        ((addressAttributes.test(attribute) && value.trim() === '') || /url\(\s*['"]?$/i.test(value));
      value += 'x';
      return isFree
        ? `${attribute} takes an address of the mail, such as {{href}} or {{unsubscribe}}, or begins with https:, mailto: or cid:.`
        : null;
    },
  };
}
