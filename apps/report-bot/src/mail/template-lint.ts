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
  const linter = new TemplateLinter(part);
  linter.walk(program, { contexts: [shape], parameters: new Map() });
  const unsubscribe = shape.fields.get('unsubscribe');
  const isMissing = unsubscribe !== undefined && !linter.printed.has(unsubscribe);
  return part !== 'subject' && isMissing
    ? [...linter.faults, `${part}.hbs: has no {{unsubscribe}}; a reader needs that address.`]
    : linter.faults;
}

const blockNames = ['if', 'unless', 'each', 'with'];

class TemplateLinter {
  readonly faults: string[] = [];
  /** The names that the template prints. */
  readonly printed = new Set<ModelShape>();
  readonly #part: TemplatePart;
  readonly #html: HtmlScanner | null;

  constructor(part: TemplatePart) {
    this.#part = part;
    this.#html = part === 'html' ? new HtmlScanner() : null;
  }

  walk(program: hbs.AST.Program | undefined, scope: Scope): void {
    for (const node of program?.body ?? []) {
      if (node.type === 'ContentStatement') this.#html?.read((node as hbs.AST.ContentStatement).value);
      else if (node.type === 'BlockStatement') this.#walkBlock(node as hbs.AST.BlockStatement, scope);
      else if (node.type === 'MustacheStatement')
        this.#readMustache(node as hbs.AST.MustacheStatement, scope);
      else if (node.type !== 'CommentStatement')
        this.#report(node, 'there are no partials and no decorators; write the text here.');
    }
  }

  #report(node: hbs.AST.Node, message: string): void {
    this.faults.push(`${this.#part}.hbs line ${node.loc.start.line}: ${message}`);
  }

  #readMustache(mustache: hbs.AST.MustacheStatement, scope: Scope): void {
    if (mustache.params.length > 0 || mustache.hash !== undefined)
      this.#report(mustache, 'there are no helpers but {{#if}}, {{#unless}}, {{#each}} and {{#with}}.');
    const found = this.#findShape(mustache.path, scope);
    if (found !== null) this.printed.add(found);
    if (this.#html === null) return;
    if (!mustache.escaped)
      this.#report(mustache, 'write {{…}} in place of {{{…}}} or {{&…}}, which print markup of others.');
    const fault = this.#html.describeExpression(found?.isAddress === true);
    if (fault !== null) this.#report(mustache, fault);
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

const leaf: ModelShape = { fields: new Map(), item: null, isAddress: false };

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

/** Follows markup, so that each expression is known to be in text, in a tag or in an attribute (HTML, section 13.2.5). */
class HtmlScanner {
  #mode: 'text' | 'tag' | 'value' = 'text';
  #tag = '';
  #attribute = '';
  #quote = '';
  #value = '';
  /** The element whose content is not markup. */
  #raw = '';

  read(text: string): void {
    const characters = [...text];
    for (const [at, character] of characters.entries()) {
      if (this.#mode === 'value') this.#readValue(character);
      else if (this.#mode === 'tag') this.#readTag(character);
      else if (character === '<' && /^[a-z/!]?$/i.test(characters[at + 1] ?? '')) {
        this.#mode = 'tag';
        this.#tag = '';
      }
    }
  }

  #readValue(character: string): void {
    if (character !== this.#quote) this.#value += character;
    else {
      this.#mode = 'tag';
      this.#attribute = '';
    }
  }

  #readTag(character: string): void {
    if (character === '>') {
      this.#raw = /^(style|script)\b/i.exec(this.#tag)?.[1] ?? '';
      this.#mode = 'text';
    } else if (character === '"' || character === "'") {
      this.#mode = 'value';
      this.#quote = character;
      this.#value = '';
      this.#attribute = /([^\s="'/]+)\s*=\s*$/.exec(this.#tag)?.[1] ?? '';
    } else this.#tag += character;
  }

  /** Reads an expression. Returns why it may not be here, or null. */
  describeExpression(isAddress: boolean): string | null {
    if (this.#mode === 'tag') return 'quote the attribute: name="{{…}}".';
    if (this.#mode === 'text') return this.#raw === '' ? null : `no expression may be in <${this.#raw}>.`;
    const attribute = this.#attribute;
    if (/^on/i.test(attribute)) return `${attribute} runs scripts; leave it out.`;
    const beginsAddress =
      (addressAttributes.test(attribute) && this.#value.trim() === '') || /url\(\s*['"]?$/i.test(this.#value);
    this.#value += 'x';
    return beginsAddress && !isAddress
      ? `${attribute} takes an address of the mail, such as {{href}} or {{unsubscribe}}, or begins with https:, mailto: or cid:.`
      : null;
  }
}
