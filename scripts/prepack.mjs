// Before and after the packing of a package whose workspace entries are TypeScript: compiles it into dist. pnpm then packs
// the entries of `publishConfig` and real versions. npm does neither, so for `npm pack` package.json changes meanwhile.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const [ours, kept, unfinished] = ['package.json', 'package.json.kept', 'package.json.unfinished'];
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** An interrupted `npm pack` leaves the kept manifest, which the next one restores first. */
function restoreManifest() {
  if (existsSync(kept)) renameSync(kept, ours);
}

function replaceManifest() {
  const { publishConfig, devDependencies: _, ...manifest } = read(ours);
  const literal = ([name, version]) => [
    name,
    /^(workspace|catalog):/.test(version) ? read(`node_modules/${name}/package.json`).version : version,
  ];
  if (manifest.dependencies)
    manifest.dependencies = Object.fromEntries(Object.entries(manifest.dependencies).map(literal));
  copyFileSync(ours, kept);
  writeFileSync(unfinished, `${JSON.stringify({ ...manifest, ...publishConfig }, null, 2)}\n`);
  renameSync(unfinished, ours);
}

restoreManifest();
if (process.env.npm_lifecycle_event === 'prepack') {
  rmSync('dist', { recursive: true, force: true });
  execFileSync('tsc', ['-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  // Scripts of pages, which the compiler leaves out.
  for (const file of globSync('**/*.js', { cwd: 'src' })) copyFileSync(`src/${file}`, `dist/${file}`);
  // The user agent would not do: npm leaves that of a pnpm around it.
  if (process.env.npm_execpath?.endsWith('npm-cli.js')) replaceManifest();
}
