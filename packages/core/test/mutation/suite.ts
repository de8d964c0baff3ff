import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import * as fc from 'fast-check';
import { expect } from 'vitest';

/** A test as it is told to `it`, by its place in the script. */
export interface Test {
  readonly name: string;
  readonly run: () => unknown;
}

type Body = (...values: readonly unknown[]) => unknown;

const valuesOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? (row as unknown[]) : [row]);

const nameOf = (name: string, row: unknown): string =>
  name.replace(/%[sdj]/, () => String(valuesOf(row)[0]).slice(0, 80));

/**
 * Loads a script of tests anew at each call, so that every constant is computed anew, and lists its tests without running them.
 * `describe`, `it` and `it.each` are ours, because vitest's own need a worker for each run; `expect` is vitest's.
 */
export function suiteOf(script: string): () => readonly Test[] {
  const run = compileFunction(script, ['require', 'module', 'exports']);
  const native = createRequire(import.meta.url);
  return () => {
    const tests: Test[] = [];
    const around: string[] = [];
    const add = (name: string, body: () => unknown): void => {
      tests.push({ name: [...around, name].join(' > '), run: body });
    };
    const it = Object.assign(add, {
      each: (rows: readonly unknown[]) => (name: string, body: Body) => {
        for (const row of rows) add(nameOf(name, row), () => body(...valuesOf(row)));
      },
    });
    const describe = (name: string, tell: () => void): void => {
      around.push(name);
      tell();
      around.pop();
    };
    const given: Readonly<Record<string, unknown>> = { vitest: { describe, it, expect }, 'fast-check': fc };
    const module = { exports: {} };
    run((id: string): unknown => given[id] ?? native(id), module, module.exports);
    return tests;
  };
}
