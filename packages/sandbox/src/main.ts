import { enableCompileCache } from 'node:module';

// Node keeps the compiled modules in the temporary folder, so that the next start takes about half as long. It has to
// be asked before anything else is loaded; NODE_DISABLE_COMPILE_CACHE=1 forbids it.
enableCompileCache();
const { run } = await import('./command.ts');
process.exitCode = await run(process.argv.slice(2));
