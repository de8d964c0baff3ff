import { ScriptError, type ScriptHost } from '@answershare/apps-script';

/** How one call of a custom function stands. */
export type Call =
  | { readonly state: 'running'; readonly done: Promise<void> }
  | { readonly state: 'answered'; readonly value: unknown }
  | { readonly state: 'failed'; readonly message: string };

/**
 * The custom function calls of one sheet. A function runs again only when an argument has changed, as in
 * Google Sheets (guides/sheets/functions): one call for each function and distinct arguments.
 */
export class Calls {
  readonly #host: ScriptHost;
  #memo = new Map<string, Call>();
  #broken: { readonly cause: unknown } | null = null;

  constructor(host: ScriptHost) {
    this.#host = host;
  }

  ask(name: string, args: readonly unknown[]): Call {
    const key = JSON.stringify([name, args.map(distinct)]);
    const known = this.#memo.get(key);
    if (known !== undefined) return known;
    const call: Call = { state: 'running', done: this.#run(key, name, args) };
    this.#memo.set(key, call);
    return call;
  }

  /** The calls that have not answered yet. */
  running(): Promise<void>[] {
    return [...this.#memo.values()].flatMap((call) => (call.state === 'running' ? [call.done] : []));
  }

  /** Throws what broke the host, when it was not the script's own failure. */
  check(): void {
    if (this.#broken !== null) throw this.#broken.cause;
  }

  forget(): void {
    this.#memo = new Map();
    this.#broken = null;
  }

  async #run(key: string, name: string, args: readonly unknown[]): Promise<void> {
    const memo = this.#memo;
    try {
      memo.set(key, { state: 'answered', value: await this.#host.customFunction(name, [...args]) });
    } catch (error) {
      if (!(error instanceof ScriptError) || error.kind === 'load') this.#broken ??= { cause: error };
      const message = error instanceof Error ? error.message : String(error);
      memo.set(key, { state: 'failed', message });
    }
  }
}

/** A Date apart from the text that JSON would make of it. */
function distinct(value: unknown): unknown {
  if (value instanceof Date) return { date: value.getTime() };
  return Array.isArray(value) ? value.map(distinct) : value;
}
