import { suggestWord } from '@answershare/core';
import Handlebars from 'handlebars';
import type { TemplatePart } from '../../settings/mail-template.ts';
import type { ModelShape } from './template-samples.ts';

/** Names in scope: the context of each open `#each` and `#with`, and block parameters. */
interface Scope {
  readonly contexts: readonly ModelShape[];
  readonly parameters: ReadonlyMap<string, ModelShape>;
}

const dataNames = ['index', 'key', 'first', 'last'];

/** Unknown names, helpers and markup of others: `html.hbs line 3: …`. The names of `shape` are those of the mail. */
export function findNameFaults(part: TemplatePart, source: string, shape: ModelShape): readonly string[] {
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
  const checker = new NameChecker(part);
  checker.walk(program, { contexts: [shape], parameters: new Map() });
  return checker.faults;
}

const blockNames = ['if', 'unless', 'each', 'with'];

class NameChecker {
  readonly faults: string[] = [];
  readonly #part: TemplatePart;

  constructor(part: TemplatePart) {
    this.#part = part;
  }

  walk(program: hbs.AST.Program | undefined, scope: Scope): void {
    for (const node of program?.body ?? []) {
      if (node.type === 'BlockStatement') this.#walkBlock(node as hbs.AST.BlockStatement, scope);
      else if (node.type === 'MustacheStatement')
        this.#readMustache(node as hbs.AST.MustacheStatement, scope);
      else if (node.type !== 'CommentStatement' && node.type !== 'ContentStatement')
        this.#report(node, 'there are no partials and no decorators; write the text here.');
    }
  }

  #report(node: hbs.AST.Node, message: string): void {
    this.faults.push(`${this.#part}.hbs line ${node.loc.start.line}: ${message}`);
  }

  #readMustache(mustache: hbs.AST.MustacheStatement, scope: Scope): void {
    if (mustache.params.length > 0 || mustache.hash !== undefined)
      this.#report(mustache, 'there are no helpers but {{#if}}, {{#unless}}, {{#each}} and {{#with}}.');
    this.#findShape(mustache.path, scope);
    if (this.#part === 'html' && !mustache.escaped)
      this.#report(mustache, 'write {{…}} in place of {{{…}}} or {{&…}}, which print markup of others.');
  }

  #walkBlock(block: hbs.AST.BlockStatement, scope: Scope): void {
    const name = String(
      block.path.type === 'PathExpression' ? (block.path as hbs.AST.PathExpression).original : '',
    );
    const [param] = block.params;
    if (!blockNames.includes(name) || param === undefined || block.params.length > 1) {
      this.#report(
        block,
        `{{#${name}}} is none of {{#if}}, {{#unless}}, {{#each}} and {{#with}} with one name.`,
      );
      return;
    }
    const found = this.#findShape(param, scope);
    if (found === null && param.type !== 'PathExpression')
      this.#report(param, `{{#${name}}} takes a name of the mail.`);
    if (name === 'each' && found !== null && found.item === null)
      this.#report(block, `"${name}" needs a list.`);
    if (name === 'if' || name === 'unless') this.walk(block.program, scope);
    else {
      const inner = name === 'each' ? found?.item : found;
      // A block without a known context was reported; its names are not.
      if (inner != null) this.walk(block.program, enterBlock(scope, inner, block.program?.blockParams ?? []));
    }
    this.walk(block.inverse, scope);
  }

  /** The fields behind a name; null after a report, and for what is no name. */
  #findShape(expression: hbs.AST.Expression, { contexts, parameters }: Scope): ModelShape | null {
    if (expression.type !== 'PathExpression') return null;
    const path = expression as hbs.AST.PathExpression;
    const [first = '', ...rest] = path.parts.map(String);
    if (path.data && first !== 'root') {
      if (!dataNames.includes(first)) this.#report(path, `there is no "${path.original}".`);
      return leaf;
    }
    const parameter = path.depth === 0 && !path.data ? parameters.get(first) : undefined;
    let context = path.data ? contexts[0] : (parameter ?? contexts.at(-1 - path.depth));
    for (const name of path.data || parameter !== undefined ? rest : path.parts.map(String)) {
      const next = findField(context, name);
      if (next === null) {
        const near = suggestWord(name, [...(context?.fields.keys() ?? [])]);
        const advice = near === null ? '.' : `; did you mean "${near}"?`;
        this.#report(path, `the mail has no "${path.original}" here${advice}`);
        return null;
      }
      context = next;
    }
    return context ?? null;
  }
}

const leaf: ModelShape = { fields: new Map(), item: null };

function findField(context: ModelShape | undefined, name: string): ModelShape | null {
  if (name === 'length') return leaf;
  return context?.fields.get(name) ?? (/^\d+$/.test(name) ? (context?.item ?? null) : null);
}

function enterBlock({ contexts, parameters }: Scope, inner: ModelShape, [alias]: readonly string[]): Scope {
  return {
    contexts: [...contexts, inner],
    parameters: alias === undefined ? parameters : new Map([...parameters, [alias, inner]]),
  };
}
