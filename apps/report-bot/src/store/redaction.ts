import {
  ColumnNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';

/** Where a mail goes and what names it comes from the settings; a change there would lead it elsewhere. */
const untouched = new Set(['recipient', 'message_id', 'schedule_id']);

/** Takes secrets and NULs out of everything that statements write into the database. What they look for stays as it is. */
export function redaction(redact: (text: string) => string): KyselyPlugin {
  const transformer = new Redaction(redact);
  return {
    transformQuery: ({ node }) => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  };
}

class Redaction extends OperationNodeTransformer {
  readonly #redact: (text: string) => string;

  constructor(redact: (text: string) => string) {
    super();
    this.#redact = redact;
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const insert = super.transformInsertQuery(node);
    const { columns, values } = insert;
    if (columns === undefined || values === undefined || !ValuesNode.is(values)) return insert;
    const names = columns.map(({ column }) => column.name);
    return { ...insert, values: ValuesNode.create(values.values.map((row) => this.#row(names, row))) };
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode): ColumnUpdateNode {
    const update = super.transformColumnUpdate(node);
    const { column, value } = update;
    const name = ColumnNode.is(column) ? column.column.name : '';
    return { ...update, value: this.#node(name, value) };
  }

  #row(names: readonly string[], row: PrimitiveValueListNode | ValueListNode): typeof row {
    return PrimitiveValueListNode.is(row)
      ? PrimitiveValueListNode.create(row.values.map((value, at) => this.#value(names[at], value)))
      : ValueListNode.create(row.values.map((value, at) => this.#node(names[at], value)));
  }

  #node(name: string | undefined, node: OperationNode): OperationNode {
    return ValueNode.is(node) ? ValueNode.create(this.#value(name, node.value)) : node;
  }

  #value(name: string | undefined, value: unknown): unknown {
    if (typeof value !== 'string') return value;
    // PostgreSQL's text takes no NUL.
    const text = value.replaceAll('\0', '\ufffd');
    return untouched.has(name ?? '') ? text : this.#redact(text);
  }
}
