// Runs commands so that a signal to this process ends all of them, in whatever phase they are.
import { spawn } from 'node:child_process';
import { root } from './root.mjs';

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const windows = process.platform === 'win32';
const children = new Map();
let ending = null;

/** A group of processes ends as a whole: package managers and turbo leave theirs running. */
function kill(child, signal) {
  if (!children.get(child)?.isGroup) return child.kill(signal);
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function endAll(signal) {
  if (children.size === 0) process.exit(exitCodes[signal]);
  for (const child of children.keys()) kill(child, signal);
  // What ignores the signal is ended after the ten seconds that the bot may take.
  if (ending === null)
    setTimeout(() => {
      for (const child of children.keys()) kill(child, 'SIGKILL');
    }, 12_000).unref();
  ending = signal;
}

for (const signal of Object.keys(exitCodes)) process.on(signal, () => endAll(signal));

// npm forwards SIGINT and SIGTERM, not SIGHUP, so its end counts as a signal. Its scripts begin with "exec", because a
// shell between npm and this process would keep SIGINT to itself (exec.cmd does without on Windows).
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent && ending === null) endAll('SIGTERM');
}, 500).unref();

function start(command, args, { isGroup, ...options }) {
  const child = spawn(command, args, { ...options, detached: isGroup && !windows, shell: windows });
  children.set(child, { isGroup: isGroup && !windows });
  return child;
}

/** Resolves with the exit code. A signal to this process ends the process once its last child has ended. */
function waitFor(child) {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      children.delete(child);
      reject(error);
    });
    child.on('close', (code) => {
      const { isGroup } = children.get(child) ?? {};
      children.delete(child);
      if (ending === null) resolve(code ?? 1);
      else if (children.size === 0) process.exit((isGroup ? null : code) ?? exitCodes[ending]);
    });
  });
}

/** Runs a command in the terminal's foreground, where it may ask questions, and resolves with its exit code. */
export function foreground(command, args, env, cwd = root) {
  return waitFor(start(command, args, { cwd, env, stdio: 'inherit', isGroup: false }));
}

/** Runs a command that starts others and asks nothing, with its output shown. Resolves with its exit code. */
export function shown(command, args, env) {
  return waitFor(
    start(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], isGroup: true }),
  );
}

/**
 * Runs a command without showing its output. Resolves with stdout; a failure carries all output. `watch` gets the child
 * as `{ length, abort }`: the characters that it has printed, and a function that ends it with an error.
 */
export async function quiet(command, args, env, watch = () => () => undefined) {
  const child = start(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], isGroup: true });
  let stdout = '';
  let output = '';
  let reason = null;
  child.stdout.on('data', (data) => {
    stdout += data;
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  const unwatch = watch({
    length: () => output.length,
    abort(error) {
      reason = error;
      kill(child, 'SIGTERM');
    },
  });
  const code = await waitFor(child).finally(unwatch);
  if (reason !== null) throw reason;
  if (code !== 0) throw Object.assign(new Error(`exit code ${code}`), { output });
  return stdout;
}
