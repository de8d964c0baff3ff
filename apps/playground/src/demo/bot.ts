import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../report-bot/dist/answershare.mjs', import.meta.url));

// Nothing else of the environment reaches the bot: a DATABASE_URL would send the demo to somebody's database.
const inherited = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'LANG'];

/** The `answershare` command as a process of its own that takes one command line after another. */
export interface Bot {
  /** Resolves with what the command printed. Rejects with it when the command fails. */
  run(line: string): Promise<string>;
  /** Lets the present command end, then the process. */
  close(): Promise<void>;
}

/** Starts `answershare batch` in a folder; the key goes by the environment. */
export function startBot(folder: string, key: string): Bot {
  const env = Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const child = spawn(process.execPath, [program, 'batch', '--keep-going'], {
    cwd: folder,
    env: { ...env, ANSWERSHARE_API_KEY: key },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (piece: Buffer) => {
    complaint += piece.toString();
  });
  // Writing to a process that has ended: the answer that never comes tells it.
  child.stdin.on('error', (fault) => {
    complaint += fault.message;
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`The bot ended during "${line}". ${complaint.trim()}`);
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
