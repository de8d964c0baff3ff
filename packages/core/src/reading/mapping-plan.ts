import { isObject } from './json.ts';
import { listed } from './names.ts';
import { segmentsOf } from './pointer.ts';

export type Kind = 'websites' | 'analytics' | 'citations' | 'competitors' | 'authority';

/**
 * Where a person says that things stand. `rows` leads to each row; a field of a row is named from there, with `""` for the row
 * itself and `"*"` for the key it stands under. Without `rows`, fields of rows are columns such as `/dates/*`. Other fields are
 * named from the top.
 */
export interface Mapping {
  /** JSON Pointer (RFC 6901) with `*` for each entry. */
  readonly rows?: string;
  /** JSON Pointer for each field, under the names that the trace uses. */
  readonly fields: Readonly<Record<string, string>>;
  readonly shareUnit?: 'percent' | 'fraction';
  /** The own brand's name in the list of competitors, where that holds it: its row is no competitor's. */
  readonly brand?: string;
  /** The authority score's maximum. */
  readonly scale?: number;
}

export interface Plan {
  /** Fields of the whole answer. */
  readonly whole: readonly string[];
  /** Fields of a row. */
  readonly row: readonly string[];
  /** What stands before a row's field in a trace. */
  readonly prefix: string;
  /** True where a row may have further figures. */
  readonly open?: true;
}

export const plans: Readonly<Record<Kind, Plan>> = {
  websites: { whole: [], row: ['id', 'name', 'domain'], prefix: '' },
  analytics: { whole: [], row: ['date', 'visitors', 'pageviews', 'citations'], prefix: '', open: true },
  citations: {
    whole: ['total'],
    row: listed('engine count url domain date title'),
    prefix: 'items.',
  },
  competitors: {
    whole: ['shareOfVoice', 'mentions', 'totalMentions'],
    row: ['name', 'domain', 'share', 'mentions'],
    prefix: 'competitors.',
  },
  authority: { whole: ['score', 'scale'], row: ['name', 'score', 'weight'], prefix: 'components.' },
};

/** The field of a row that a mapping's name means; null where it means none. */
export function rowField(plan: Plan, name: string): string | null {
  if (plan.whole.indexOf(name) >= 0) return null;
  const prefix = [plan.prefix, 'byEngine.'].find((one) => name.indexOf(one) === 0) ?? '';
  const bare = name.slice(prefix.length);
  return plan.row.indexOf(bare) >= 0 || plan.open ? bare : null;
}

/** The fields that a mapping may place, by their names in a trace. An analytics row may have further figures besides. */
export function mappingFields(kind: Kind): readonly string[] {
  const { whole, row, prefix } = plans[kind];
  return whole.concat(row.map((name) => prefix + name));
}

/** True for a name that a mapping may use for a field. */
export const isMappingField = (kind: Kind, name: string): boolean =>
  plans[kind].whole.indexOf(name) >= 0 || rowField(plans[kind], name) !== null;

/** True for a JSON Pointer (RFC 6901) with `*` for each entry, and for `*` alone, which is the key of a row. */
export const isMappingPointer = (text: string): boolean => text === '*' || segmentsOf(text) !== null;

/** Everything that is wrong with a mapping by itself. */
export function complaintsOf(kind: Kind, mapping: Mapping): string[] {
  const complaints: string[] = [];
  const pointers: [string, unknown][] = [['rows', mapping.rows ?? '']];
  if (!isObject(mapping.fields)) return ['`fields` has to be an object of JSON Pointers'];
  const names = Object.keys(mapping.fields);
  if (names.length === 0)
    complaints.push(`\`fields\` places nothing; there are ${mappingFields(kind).join(', ')}`);
  for (const name of names) pointers.push([name, mapping.fields[name]]);
  for (const [name, pointer] of pointers) {
    if (typeof pointer !== 'string' || !isMappingPointer(pointer) || (name === 'rows' && pointer === '*'))
      complaints.push(`${name}: ${JSON.stringify(pointer)} is no JSON Pointer: write it as /data/*/day`);
    if (name !== 'rows' && !isMappingField(kind, name))
      complaints.push(`${name}: no such field; there are ${mappingFields(kind).join(', ')}`);
  }
  if (mapping.shareUnit !== undefined && mapping.shareUnit !== 'percent' && mapping.shareUnit !== 'fraction')
    complaints.push('shareUnit: it is percent or fraction');
  if (typeof (mapping.brand ?? '') !== 'string') complaints.push('brand: it is a name');
  if (mapping.scale !== undefined && !(mapping.scale > 0)) complaints.push('scale: it is a number above 0');
  return complaints;
}
