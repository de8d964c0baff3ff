import { findSharedNames, type NameEntry, type NameList, nameKinds } from '@answershare/core';
import { button, element, labelField, section } from './elements.ts';
import { callAction } from './server.ts';
import { statusLine, type ViewContext } from './view.ts';

type NameKind = keyof typeof nameKinds;

const examples: Readonly<Record<NameKind, string>> = {
  brands: 'Hub = Hub CRM, hub.example; 2026-11-01',
  engines: 'Gemini = Bard',
  websites: 'acme.example = Acme, acme.example/de',
};

const linePattern = /^([^=;]+)=([^=;]+)(?:;\s*(\d{4}-\d\d-\d\d)\s*)?$/;

const formatEntry = ({ name, aliases, from }: NameEntry): string =>
  `${name} = ${aliases.join(', ')}${from === undefined ? '' : `; ${from}`}`;

/** The entry of a line; null for another line. */
function parseEntry(line: string): NameEntry | null {
  const [, name = '', others = '', from] = linePattern.exec(line) ?? [];
  const aliases = others
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (name.trim() === '' || aliases.length === 0) return null;
  return { name: name.trim(), aliases, ...(from === undefined ? {} : { from }) };
}

/** The list of names that the file keeps: brands, engines and websites, a line each. */
export function namesPanel({ messages, reload }: ViewContext): {
  readonly root: HTMLElement;
  read(): Promise<void>;
} {
  const { t, fault } = messages;
  const status = statusLine();
  const titles: Readonly<Record<NameKind, string>> = {
    brands: t('names.brands'),
    engines: t('names.engines'),
    websites: t('term.websites'),
  };
  const kinds = Object.keys(nameKinds) as NameKind[];
  const fields = kinds.map((kind) => {
    const area = element('textarea', '');
    area.rows = 3;
    area.placeholder = examples[kind];
    area.spellcheck = false;
    return { kind, area, root: labelField(titles[kind], area) };
  });
  const save = button(t('do.save'), () => void store(), 'action');

  /** The entries of all fields, and all complaints about them. */
  function parseFields(): { readonly names: NameList; readonly problems: readonly string[] } {
    const problems: string[] = [];
    const names: { [K in NameKind]?: readonly NameEntry[] } = {};
    for (const { kind, area } of fields) {
      const title = titles[kind];
      const lines = area.value.split('\n').flatMap((text, at) => (text.trim() === '' ? [] : [{ text, at }]));
      const entries = lines.flatMap(({ text, at }) => {
        const entry = parseEntry(text);
        if (entry === null) problems.push(t('names.badLine', { title, line: at + 1 }));
        return entry === null ? [] : [{ ...entry, line: at + 1 }];
      });
      for (const { entry, text } of findSharedNames(kind, entries))
        problems.push(t('names.twice', { title, line: entries[entry]?.line ?? 0, name: text }));
      if (entries.length > 0) names[kind] = entries.map(({ line: _, ...entry }) => entry);
    }
    return { names, problems };
  }

  function show(names: NameList): void {
    for (const { kind, area } of fields) area.value = (names[kind] ?? []).map(formatEntry).join('\n');
  }

  function disable(is: boolean): void {
    for (const { area } of fields) area.disabled = is;
    save.disabled = is;
  }

  async function store(): Promise<void> {
    const { names, problems } = parseFields();
    if (problems.length > 0) {
      status.show('fails', problems.join(' '));
      return;
    }
    disable(true);
    status.show('busy', t('say.wait'));
    const answer = await callAction('keepNames', { names });
    disable(false);
    save.focus();
    const [problem] = answer.ok ? answer.done.faults : [fault(answer)];
    if (problem === undefined) status.show('works', t('names.kept'));
    else status.show('fails', problem);
    await reload();
  }

  return {
    root: section(t('names.title'), [
      element('p', t('names.help'), 'help'),
      ...fields.map(({ root }) => root),
      element('div', [save], 'actions'),
      status.root,
    ]),
    async read() {
      disable(true);
      const answer = await callAction('keepNames', { names: null });
      disable(false);
      if (answer.ok) show(answer.done.names);
      else status.show('fails', fault(answer));
    },
  };
}
