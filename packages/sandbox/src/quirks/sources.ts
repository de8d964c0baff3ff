import { chosenQuirks, writtenQuirks } from './chosen.ts';
import type { Quirks } from './table.ts';

/** Where a command finds its switches; a later one outdoes an earlier one. */
export interface QuirkSources {
  /** A file of JSON, `{"name": "value"}`. */
  readonly file: { readonly name: string; readonly text: string } | null;
  /** The environment variable SANDBOX_QUIRKS, `name=value,name=value`. */
  readonly environment: string | undefined;
  /** Each `--quirk name=value`. */
  readonly options: readonly string[];
}

/** The switches of all sources. Throws a RangeError with every complaint and its source. */
export function quirksFrom({ file, environment, options }: QuirkSources): Partial<Quirks> {
  const complaints: string[] = [];
  const from = (source: string, read: () => Partial<Quirks>): Partial<Quirks> => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof SyntaxError)) throw error;
      complaints.push(
        error instanceof SyntaxError ? `${source} is not JSON.` : `${source}: ${error.message}`,
      );
      return {};
    }
  };
  const chosen = {
    ...(file === null ? {} : from(file.name, () => chosenQuirks(JSON.parse(file.text)))),
    ...from('SANDBOX_QUIRKS', () => writtenQuirks(environment ?? '')),
    ...from('--quirk', () => writtenQuirks(options.join(','))),
  };
  if (complaints.length > 0) throw new RangeError(complaints.join('\n'));
  return chosen;
}
