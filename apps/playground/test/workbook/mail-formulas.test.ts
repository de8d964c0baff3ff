import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@answershare/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { GridWorkbook } from '../../src/workbook/workbook.ts';
import { connectAddon, startAddon } from '../../src/world/addon.ts';
import { startBot } from '../../src/world/bot.ts';

const website = 'northwind-outdoor.example';
const sunday = '2026-11-22T06:00:00Z';
const monday = '2026-11-23T06:00:00Z';

interface Previewed {
  readonly figures: readonly { readonly figure: string; readonly level: number | null }[];
  readonly files: readonly string[];
}

/** Sheets takes a semicolon in every locale; this grid takes a comma. */
const separateByCommas = (formula: string): string =>
  formula.replace(/"[^"]*"|;/g, (found) => (found === ';' ? ',' : found));

test('each formula of a mail gives the figure above it in a sheet with the add-on', async () => {
  const sandbox = await startSandbox({ form: 1, seed: 1, now: sunday });
  onTestFinished(() => sandbox.close());
  const folder = mkdtempSync(join(tmpdir(), 'answershare-formulas-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'answershare.yaml'),
    `service: {url: "${sandbox.baseUrl}", key: "\${ANSWERSHARE_API_KEY}"}
schedules:
- id: weekly
  cron: "0 9 * * 1"
  timezone: UTC
  websites: [${website}]
  recipients: [ann@example.com]
  mail: {formulas: true}
`,
  );
  const bot = startBot(folder, sandbox.keys.live);
  onTestFinished(() => bot.close());
  let now = sunday;
  const preview = async () => {
    await sandbox.admin.setClock(now);
    await bot.run(`snapshot --now ${now}`);
    const [{ figures, files }] = JSON.parse(
      await bot.run(`preview --json --week 2026-W47 --now ${now.replace('06:', '08:')}`),
    ) as [Previewed];
    const text = readFileSync(files.find((file) => file.endsWith('.txt')) ?? '', 'utf8');
    const formulas = new Map(
      [...text.matchAll(/^- (.+):\n {2}(=.+)$/gm)].map(([, name = '', formula = '']) => [name, formula]),
    );
    const level = (name: string) => figures.find(({ figure }) => figure === `${website}/${name}`)?.level;
    return { formulas, level };
  };
  const host = await startAddon(sandbox.baseUrl, () => Date.parse(now) + 60_000);
  onTestFinished(() => host.close());
  const evaluate = async (formula: string | undefined): Promise<unknown> => {
    const sheet = await GridWorkbook.open(host);
    sheet.setCell('A1', separateByCommas(formula ?? ''));
    await sheet.evaluate();
    return sheet.value('A1');
  };

  const onSunday = await preview();
  await connectAddon(host, sandbox.keys.live);
  expect([...onSunday.formulas.keys()]).toEqual(['Share of voice', 'Authority', 'Rank']);
  expect(await evaluate(onSunday.formulas.get('Share of voice'))).toBeCloseTo(
    onSunday.level('share') ?? Number.NaN,
    9,
  );
  expect(await evaluate(onSunday.formulas.get('Authority'))).toBe(onSunday.level('authority'));
  expect(await evaluate(onSunday.formulas.get('Rank'))).toBe(onSunday.level('rank'));

  now = monday;
  const onMonday = await preview();
  expect(onMonday.formulas.get('Citations')).toBe(
    `=ANALYTICS_TOTAL("${website}";"2026-11-16..2026-11-22";"citations")`,
  );
  expect(await evaluate(onMonday.formulas.get('Citations'))).toBe(onMonday.level('citations'));
});
