import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which the setup of this run supplies what tests share. */
    supplies: string;
  }
}

const asked = new Map<string, Promise<string>>();

/** The address of the PostgreSQL server of this run, or the path of the command that a test can kill. */
export function requestSupply(name: 'postgres' | 'faulty-command'): Promise<string> {
  const known = asked.get(name) ?? fetchSupply(name);
  asked.set(name, known);
  return known;
}

async function fetchSupply(name: string): Promise<string> {
  const response = await fetch(`${inject('supplies')}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${text}`);
  return text;
}
