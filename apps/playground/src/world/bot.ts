import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../report-bot/dist/answershare.mjs', import.meta.url));

// No other variables: a DATABASE_URL would connect the demo to a real database.
const inheritedVariables = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'LANG'];

/** The `answershare` command as a process that runs command lines in sequence. */
export interface BotProcess {
  /** Resolves with the output. Rejects with it if the command fails. */
  run(line: string): Promise<string>;
  /** Ends the process after the current command. */
  close(): Promise<void>;
}

/** Starts `answershare batch` in a folder; the key goes by the environment. */
export function startBot(folder: string, key: string): BotProcess {
  const env = Object.fromEntries(
    inheritedVariables.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );
  const child = spawn(process.execPath, [program, 'batch', '--keep-going'], {
    cwd: folder,
    env: { ...env, ANSWERSHARE_API_KEY: key },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let errorText = '';
  child.stderr.on('data', (piece: Buffer) => {
    errorText += piece.toString();
  });
  // A write to an ended process fails here; `run` reports the missing answer.
  child.stdin.on('error', (fault) => {
    errorText += fault.message;
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`The bot ended during "${line}". ${errorText.trim()}`);
      const { exitCode, output } = JSON.parse(value) as { exitCode: number; output: string };
      if (exitCode !== 0) throw new Error(`"answershare ${line}" failed: ${output}`);
      return output;
    },
    async close() {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
