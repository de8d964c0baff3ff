import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { buildScript } from '../../build/script.ts';

const settings = { url: '', withSchedule: true, withMail: false, recipes: {} };

test('a third-party package stops the build: pushed files contain only the project’s code', async () => {
  const folder = await mkdtemp(join(root, 'build/foreign-'));
  try {
    await writeFile(
      join(folder, 'own.ts'),
      "import { maskKey } from '@answershare/core';\nexport const own = maskKey('');\n",
    );
    const built = await buildScript(folder, 'own.ts', 'own', '', settings);
    expect(built).toContain('own=');
    await writeFile(
      join(folder, 'foreign.ts'),
      "import { version } from 'acorn';\nexport const foreign = version;\n",
    );
    await expect(buildScript(folder, 'foreign.ts', 'foreign', '', settings)).rejects.toThrow(
      /node_modules\/acorn\/.* is not our code: what is pushed would need a notice of its licence\.$/,
    );
    await writeFile(
      join(folder, 'inference.ts'),
      "import { recognise } from '@answershare/recogniser';\nexport const made = recognise('authority', []);\n",
    );
    await expect(buildScript(folder, 'inference.ts', 'inference', '', settings)).rejects.toThrow(
      /packages\/recogniser\/.* infers recipes: it belongs into the sidebar's page alone\.$/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
