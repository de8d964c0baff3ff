import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { expect, onTestFinished, test } from 'vitest';
import { get, idOf, pathFor, readJson, startTestSandbox } from '../sandbox.ts';

const run = promisify(execFile);
const sandboxFolder = fileURLToPath(new URL('../..', import.meta.url));
const compilerOptions = {
  ...{ module: 'nodenext', target: 'es2023', strict: true, noEmit: true, types: ['node'] },
  ...{ allowImportingTsExtensions: true, skipLibCheck: true },
};

test.each([
  [1, 'aiCitations', 'ai_citations'],
  [2, 'ai_citations', 'aiCitations'],
] as const)(
  'a client generated from the document of Form %i compiles and reads the sandbox',
  async (form, field, other) => {
    const sandbox = await startTestSandbox(form);
    const folder = mkdtempSync(join(tmpdir(), 'generated-client-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    symlinkSync(join(sandboxFolder, 'node_modules'), join(folder, 'node_modules'));
    const files = {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions }),
      'client.ts': await generateSource(`${sandbox.baseUrl}/openapi.json`),
      'program.ts': `import { analytics, defaults } from './client.ts';
      defaults.headers = { authorization: 'Bearer ${sandbox.keys.live}' };
      const answer = await analytics('${idOf(sandbox, 0)}');
      if (answer.status !== 200) throw new Error(answer.data.error.code);
      const counts: number[] = answer.data.days.map((day) => day.${field});
      // @ts-expect-error: a field of the other Form
      answer.data.days[0]?.${other};
      console.log(JSON.stringify(counts));`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await run('pnpm', ['exec', 'tsc', '-p', folder], { cwd: sandboxFolder });
    const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder });
    const { days } = await readJson(await get(sandbox, pathFor(sandbox, 'analytics')));
    expect(JSON.parse(stdout)).toEqual((days as Record<string, number>[]).map((day) => day[field]));
  },
);
