import { ServiceFault, type StoreName } from '../host-calls.ts';
import { limits } from '../limits.ts';

function checkValue(value: string): void {
  if (Buffer.byteLength(value) > limits.propertyValue.value) {
    throw new ServiceFault('Argument too large: value');
  }
}

function storedBytes(entries: Iterable<[string, string]>): number {
  let bytes = 0;
  for (const [key, value] of entries) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
}

/** The three stores of PropertiesService. A write that breaks a limit changes nothing. */
export class Properties {
  readonly #stores: Record<StoreName, Map<string, string>> = {
    document: new Map(),
    script: new Map(),
    user: new Map(),
  };

  read(store: StoreName, key: string | null): { [key: string]: string } {
    const all = this.#stores[store];
    if (key === null) return Object.fromEntries(all);
    const value = all.get(key);
    return value === undefined ? {} : Object.fromEntries([[key, value]]);
  }

  write(store: StoreName, entries: { [key: string]: string }, clearFirst: boolean): null {
    const next = new Map(clearFirst ? [] : this.#stores[store]);
    for (const [key, value] of Object.entries(entries)) {
      checkValue(value);
      next.set(key, value);
    }
    if (storedBytes(next) > limits.propertyStore.value) {
      throw new ServiceFault(
        'You have exceeded the property storage quota. Please remove some properties and try again.',
      );
    }
    this.#stores[store] = next;
    return null;
  }

  remove(store: StoreName, key: string | null): null {
    if (key === null) this.#stores[store].clear();
    else this.#stores[store].delete(key);
    return null;
  }
}
