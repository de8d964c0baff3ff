import { styleText } from 'node:util';

/** Where a command prints. */
export interface Streams {
  /** Data for programs, unchanged. */
  readonly out: (text: string) => void;
  /** A report for people, on standard output. */
  readonly report: (text: string) => void;
  readonly err: (text: string) => void;
  /** For messages that the user must see at once, even inside a batch. */
  readonly notice: (text: string) => void;
  /** The command to run next. Empty inside a batch. */
  readonly hint: (text: string) => void;
  /** Replaces the progress on the terminal; null removes it. Empty without a terminal. */
  readonly progress: (text: string | null) => void;
}

/** The streams of a process. `fault` is the error of standard output; null without one, and if its reader left. */
export interface Terminal extends Streams {
  readonly fault: () => string | null;
}

/**
 * Prints to both streams of a process. A report has colours where standard output is a terminal, unless NO_COLOR or
 * FORCE_COLOR decide otherwise ({@link https://nodejs.org/api/util.html#utilstyletextformat-text-options}).
 * Progress appears only on a terminal, and every other text replaces it.
 */
export function openTerminal(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Terminal {
  const [out, err] = [openOutput(stdout), openOutput(stderr)];
  let hasProgress = false;
  const clearProgress = (): void => {
    if (hasProgress) err.write('\r\x1b[K');
    hasProgress = false;
  };
  const printTo =
    (output: Output) =>
    (text: string): void => {
      clearProgress();
      output.write(text);
    };
  const [print, printError] = [printTo(out), printTo(err)];
  return {
    out: print,
    report: (text) => print(highlight(text, stdout)),
    err: printError,
    notice: printError,
    hint: (text) => printError(highlight(text, stderr)),
    progress: (text) => {
      if (stderr.isTTY !== true) return;
      clearProgress();
      if (text === null) return;
      err.write(text.slice(0, (stderr.columns || 80) - 1));
      hasProgress = true;
    },
    fault: out.fault,
  };
}

const good = 'sent|composed';
const doubtful = 'uncertain|skipped|waits|ready|not sent yet|withdrawn';

/** Matches a state after the first words of a line, such as schedule, week and recipient. */
const stateAt = (states: string): RegExp => new RegExp(`^( *(?:\\S+ ){1,3}?)(${states})(?=[.,: ]|$)`, 'gm');

/** The parts of a report's lines that have a colour: after the first group, or the whole match. */
const highlights: readonly (readonly [RegExp, Parameters<typeof styleText>[0]])[] = [
  [/^()([A-Z][\w -]*:)$/gm, 'bold'],
  [/^()(Next: .*)$/gm, 'cyan'],
  [/^( *)(ok)(?= )/gm, 'green'],
  [/^( *)(FAIL)(?= )/gm, 'red'],
  [/^( *)(WARN)(?= )/gm, 'yellow'],
  [stateAt(good), 'green'],
  [stateAt('refused'), 'red'],
  [stateAt(doubtful), 'yellow'],
];

function highlight(text: string, stream: NodeJS.WriteStream): string {
  return highlights.reduce(
    (lines, [pattern, format]) =>
      lines.replace(
        pattern,
        (_, before: string, part: string) => before + styleText(format, part, { stream }),
      ),
    text,
  );
}

interface Output {
  write(text: string): void;
  fault(): string | null;
}

/**
 * An output stream whose reader may leave (`answershare list | head`). Drops writes after an error, so that the work
 * in progress continues.
 */
function openOutput(stream: NodeJS.WriteStream): Output {
  let open = true;
  let fault: string | null = null;
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    open = false;
    if (code !== 'EPIPE') fault ??= code ?? message;
  });
  return {
    write: (text) => {
      if (open) stream.write(text);
    },
    fault: () => fault,
  };
}
