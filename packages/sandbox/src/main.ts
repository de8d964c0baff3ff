#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A compile cache halves the start time. Node's default folder is shared by all users ({@link
// https://nodejs.org/api/module.html#module-compile-cache}), so another user could plant code there. This must run
// before any other import; NODE_DISABLE_COMPILE_CACHE=1 disables it.
const umask = process.umask(0o077);
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
process.umask(umask);
const { runSandbox } = await import('./command.ts');
process.exitCode = await runSandbox(process.argv.slice(2));
