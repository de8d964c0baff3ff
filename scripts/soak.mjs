// The long runs (`soak/*.soak.ts` of each package), one after another: `npm run soak`, or `npm run soak -- core` for one.
import { shown } from './processes.mjs';
import { environmentWith, toolchainFolder } from './toolchain.mjs';

const env = environmentWith(await toolchainFolder());
const filters = process.argv.slice(2).map((name) => `--filter=@answershare/${name}`);
const turbo = ['turbo', 'run', 'soak', '--continue', '--output-logs=full', '--concurrency=1', ...filters];
process.exitCode = await shown('pnpm', ['exec', ...turbo], env);
