import { type DoctorReport, type Mapping, mappingFields } from '@answershare/core';
import { stringify } from 'yaml';
import type { MappingDraft } from './mapping-drafts.ts';
import type { Whom } from './whom.ts';

/** What the settings say already and a doctor does not find out. */
export type Kept = Pick<Whom, 'plan' | 'mappings'>;

/** One line of YAML for a name and a text, quoted where it has to be. */
const pair = (name: string, text: string | number): string =>
  stringify({ [name]: text }, { lineWidth: 0, blockQuote: false }).trimEnd();

/** A Form is only pinned where both axes that requests depend on were told; else the client goes on finding out. */
function formToPaste({ form, profile }: DoctorReport): string {
  const untold = (['websiteParameter', 'window'] as const).filter((name) => profile[name].form === null);
  if (untold.length > 0) return `auto    # unknown: ${untold.join(', ')}`;
  return form === 1 || form === 2 ? String(form) : 'auto';
}

function mappingLines(endpoint: string, { rows, fields, shareUnit, brand, scale }: Mapping): string[] {
  return [
    `    ${endpoint}:`,
    ...(rows === undefined ? [] : [`      ${pair('rows', rows)}`]),
    '      fields:',
    ...Object.entries(fields).map(([name, pointer]) => `        ${pair(name, pointer)}`),
    ...(shareUnit === undefined ? [] : [`      ${pair('shareUnit', shareUnit)}`]),
    ...(brand === undefined ? [] : [`      ${pair('brand', brand)}`]),
    ...(scale === undefined ? [] : [`      ${pair('scale', scale)}`]),
  ];
}

/** What a draft leaves open, as comments inside it. */
function openLines({ endpoint, mapping }: MappingDraft): string[] {
  const open = mappingFields(endpoint).filter((name) => !(name in mapping.fields));
  const none = Object.keys(mapping.fields).length === 0;
  return [
    ...(none ? ['      # rows: /…/*'] : []),
    ...open.map((name) => `        # ${name}: /…`),
    ...(endpoint === 'competitors'
      ? [
          '      # shareUnit: percent or fraction, where the shares do not tell',
          '      # brand: the own brand, where the rows have it among them',
        ]
      : []),
  ];
}

/** A draft is a guess, so it counts only once a person has looked at it and taken the comment signs away. */
function draftLines(draft: MappingDraft): string[] {
  const lines = [...mappingLines(draft.endpoint, draft.mapping), ...openLines(draft)];
  return lines.map((line) => line.replace(/^ {2}/, '  # '));
}

/**
 * The lines to paste into the settings file: address, Form, what was set before, and drafts of mappings as comments.
 * They are in order as they stand.
 */
export function settingsToPaste(
  report: DoctorReport,
  url: string | null,
  kept: Kept,
  drafts: readonly MappingDraft[],
): string[] {
  const mappings = Object.entries(kept.mappings ?? {});
  const names = new Intl.ListFormat('en').format(drafts.map(({ endpoint }) => endpoint));
  return [
    'service:',
    `  ${url === null ? 'url: https://api.example.com    # the recordings do not tell the address' : pair('url', url)}`,
    '  key: $' + '{ANSWERSHARE_API_KEY}',
    `  form: ${formToPaste(report)}`,
    ...(kept.plan === undefined ? [] : [`  plan: ${kept.plan}`]),
    ...(drafts.length > 0
      ? [
          `  # A draft for ${names}, from names that look alike. Look at each line, then take the "# " before it away.`,
        ]
      : []),
    ...(mappings.length > 0 ? ['  mappings:'] : drafts.length > 0 ? ['  # mappings:'] : []),
    ...mappings.flatMap(([endpoint, mapping]) => mappingLines(endpoint, mapping)),
    ...drafts.flatMap(draftLines),
  ];
}
