import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startLocalAddon } from '../support/local-addon.ts';
import { openSidebar } from '../support/sidebar-page.ts';

test.each([
  ['de_DE', 'API-Schlüssel', 'Verbinden', 'Dieser Schlüssel gilt nicht: bitte einen neuen verbinden.'],
  ['ja_JP', 'API キー', '接続', 'このキーは無効です。新しいキーを接続してください。'],
] as const)(
  'in %s a rejected key is reported in the language alone',
  async (locale, label, connect, sentence) => {
    await using addon = await startLocalAddon(2, { locale });
    await using sidebar = await openSidebar(addon.host);
    const { frame } = sidebar;
    await frame.getByLabel(label).fill(addon.sandbox.keys.revoked);
    await frame.getByRole('button', { name: connect, exact: true }).click();
    await frame.getByRole('alert').getByText(sentence, { exact: true }).waitFor();
    expect(sidebar.errors).toEqual([]);
  },
);

test.each([
  [
    'de_DE',
    'Answershare-Verlauf',
    ['Datum', 'Website-ID', 'Website', 'Autorität', 'Share of Voice', 'Nennungen', 'Methode', 'Hinweise'],
  ],
  [
    'es_ES',
    'Historial de Answershare',
    ['Fecha', 'ID del sitio', 'Sitio web', 'Autoridad', 'Cuota de voz', 'Citas', 'Método', 'Notas'],
  ],
  [
    'fr_FR',
    'Historique Answershare',
    ['Date', 'Id du site', 'Site web', 'Autorité', 'Part de voix', 'Citations', 'Méthode', 'Remarques'],
  ],
  [
    'pt_BR',
    'Histórico do Answershare',
    ['Data', 'ID do site', 'Site', 'Autoridade', 'Share of voice', 'Citações', 'Método', 'Observações'],
  ],
  [
    'ja_JP',
    'Answershare の履歴',
    ['日付', 'ウェブサイト ID', 'ウェブサイト', 'オーソリティ', 'シェアオブボイス', '引用', '方法', '備考'],
  ],
] as const)('in %s reports and the history have headings of that language', async (locale, tab, headings) => {
  await using addon = await startLocalAddon(1, { locale });
  await addon.connect(addon.sandbox.keys.live);
  const { host } = addon;
  expect(await runAction(host, 'track')).toMatchObject({ tab, added: 8 });
  expect(host.sheet.values(`'${tab}'!A1:H1`)).toEqual([headings]);
  const insert = async (as: 'values' | 'formulas'): Promise<readonly unknown[] | undefined> => {
    const report = await runAction(host, 'insertReport', { kind: 'overview', website: '', as });
    await host.sheet.calculate();
    return host.sheet.values(`'${report.tab}'!D5:F5`)[0];
  };
  const numbers = await insert('values');
  expect(numbers?.every((cell) => typeof cell === 'number')).toBe(true);
  expect(await insert('formulas')).toEqual(numbers);
});
