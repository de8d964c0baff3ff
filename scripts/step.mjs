// Runs one step of the set-up: shows its title and the seconds; on failure prints the next thing to do.
import { spawn } from 'node:child_process';
import { root } from './toolchain.mjs';

const live = process.stderr.isTTY === true;

function watch(title) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stderr.write(live ? `${title} …` : `${title} …\n`);
  const timer = live ? setInterval(() => process.stderr.write(`\r${title} … ${seconds()} s`), 1000) : null;
  return (end) => {
    if (timer) clearInterval(timer);
    process.stderr.write(`${live ? '\r' : ''}${title}: ${end} (${seconds()} s)\n`);
  };
}

/** Runs a function as a step. */
export async function step(title, advice, work) {
  const done = watch(title);
  try {
    const result = await work();
    done('done');
    return result;
  } catch (error) {
    done('failed');
    process.stderr.write(
      `\n${String(error.output ?? error.stderr ?? error.message).trim()}\n\n${title} failed. ${advice}\n`,
    );
    process.exit(1);
  }
}

/** Runs a command to its end without printing. A failure carries the output. */
export function quiet(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(Object.assign(new Error(`exit code ${code}`), { output })),
    );
  });
}

/**
 * Runs a command in the foreground, forwards signals to it, and resolves with its exit code. npm signals only the shell
 * between itself and this process, so the command also ends when that shell is gone.
 */
export function foreground(command, args, env, cwd = root) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' });
    const hand = (signal) => () => child.kill(signal);
    const handlers = { SIGINT: hand('SIGINT'), SIGTERM: hand('SIGTERM'), SIGHUP: hand('SIGHUP') };
    for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
    const parent = process.ppid;
    const orphaned = setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, 500);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(orphaned);
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}
