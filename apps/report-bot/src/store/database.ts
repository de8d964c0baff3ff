import {
  ColumnNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  type RawBuilder,
  sql,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import type { Database } from './tables.ts';

/** The new values of an upsert in place of the stored ones. */
export const takeNew = <Column extends string>(...columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql<never>`excluded.${sql.id(column)}`])) as Record<
    Column,
    RawBuilder<never>
  >;

/** A permanent connection whose locks show other processes that this one is alive. */
export interface HeldConnection {
  ask(text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Why the connection is lost; null while it works. */
  lost(): string | null;
  close(): Promise<void>;
}

export interface OpenDatabase {
  readonly engine: 'pglite' | 'postgres';
  readonly db: Database;
  /** True if another process holds the database, and executes the statements. */
  readonly isShared: boolean;
  /** @param wake called with the number of the worker that announces mails; a folder has one process that sends */
  hold(wake?: (worker: string) => void): Promise<HeldConnection>;
  /** Lets other processes use a database that this one holds alone. Returns why it cannot; null if it does. */
  share(): Promise<string | null>;
  /** The place of the migrated database; null if unknown. */
  locate(): Promise<string | null>;
  /** True if the database was unreachable, so that a retry may succeed. */
  isOutage(thrown: unknown): boolean;
  close(): Promise<void>;
}

/** Redaction would change the destination of a mail or the identity of its schedule. */
const exemptColumns = new Set(['recipient', 'message_id', 'schedule_id']);

/** Redacts secrets and NULs in all written values. Conditions stay unchanged. */
export function createRedactionPlugin(redact: (text: string) => string): KyselyPlugin {
  const transformer = new RedactionTransformer(redact);
  return {
    transformQuery: ({ node }) => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  };
}

class RedactionTransformer extends OperationNodeTransformer {
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
    // PostgreSQL's text rejects NUL.
    const text = value.replaceAll('\0', '\ufffd');
    return exemptColumns.has(name ?? '') ? text : this.#redact(text);
  }
}
