import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/check-texts.mjs', import.meta.url));

const files = {
  'src/source.ts': `t('far'); t('few', { n: 1 }); t('gone'); t('idiom'); t('name', { name }); t('same');
    throw new Error('Nobody stands here.');`,
  'i18n/arguments.generated.d.ts': '',
  'i18n/en.json': {
    far: '{n, plural, one {{n} day} other {{n} days}} away',
    few: '{n, plural, one {{n} day} other {{n} days}}',
    gone: 'Gone',
    idiom: 'As told',
    name: 'Dear {name}',
    same: 'One text for both languages',
    unused: 'Unused',
  },
  'i18n/ar.json': {
    few: '{n, plural, one {يوم {n}} other {{n} أيام}}',
    far: '{n} بعيد',
    idiom: '{broken',
    name: 'عزيزي {nmae}',
    other: 'غير',
    same: 'One text for both languages',
    unused: 'غير مستخدم',
  },
};

test('each fault of the texts is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'apps/mail', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  const { status, stdout } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  const faults = stdout.split('\n').filter((line) => line.startsWith('apps/mail/'));
  expect(status).toBe(1);
  expect(faults.map((line) => line.replace('apps/mail/', ''))).toEqual([
    'src/source.ts: "Nobody" in "Nobody stands here."; write it in plain words',
    'i18n/ar.json: sort the keys',
    'i18n/ar.json: lacks "gone"',
    'i18n/ar.json: has "other", en.json has not',
    expect.stringMatching(/^i18n\/ar\.json: "idiom" is not ICU MessageFormat: /),
    'i18n/ar.json: "few" lacks the plural form "zero"',
    'i18n/ar.json: "few" lacks the plural form "two"',
    'i18n/ar.json: "few" lacks the plural form "few"',
    'i18n/ar.json: "few" lacks the plural form "many"',
    'i18n/ar.json: "name" has the arguments {nmae}, English has {name}',
    'i18n/en.json: "far" a plural must be the whole text',
    'i18n/en.json: "idiom" has the word "told"; write it in plain words',
    'i18n/*.json: "same" is copied between languages',
    'i18n/en.json: no source uses "unused"',
    'i18n/arguments.generated.d.ts is old; run node scripts/check-texts.mjs --write',
  ]);
});
