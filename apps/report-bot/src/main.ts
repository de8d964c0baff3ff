#!/usr/bin/env node
import manifest from '#manifest' with { type: 'json' };

/** `22.18.0` as 22018. */
function toComparable(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}

// An older Node.js cannot link the modules of the command, so they are imported after this check alone.
const needed = manifest.engines.node.replace('>=', '');
const { node: running } = process.versions;
if (toComparable(running) < toComparable(needed)) {
  process.stderr.write(`answershare needs Node.js ${needed} or newer; this is ${running}.\n`);
  process.exitCode = 2;
} else await import('./command-line.ts');
