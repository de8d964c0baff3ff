const silent = (): void => undefined;

/** Runs the work without console.debug: o-spreadsheet prints its timings there, and Node shows them on stdout. */
export function quietly<T>(work: () => T): T {
  const { debug } = console;
  console.debug = silent;
  try {
    return work();
  } finally {
    console.debug = debug;
  }
}
