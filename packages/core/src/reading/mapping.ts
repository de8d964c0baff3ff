import { complaintsOf, type Kind, type Mapping, plans, rowField } from './mapping-plan.ts';
import { endsEmpty, matchesOf, segmentsOf, whereItEnds } from './pointer.ts';
import { refuse } from './trace.ts';

interface Drawn {
  readonly whole: Record<string, unknown>;
  readonly rows: readonly Record<string, unknown>[];
}

function draw(kind: Kind, body: unknown, mapping: Mapping): Drawn {
  const plan = plans[kind];
  const complaints = complaintsOf(kind, mapping);
  if (complaints.length > 0) refuse(`the mapping is wrong: ${complaints.join('; ')}`);
  const way = mapping.rows === undefined ? null : (segmentsOf(mapping.rows) ?? []);
  const found = way === null ? [] : matchesOf(body, way);
  const [first] = found;
  if (way !== null && !first && !endsEmpty(body, way))
    complaints.push(`rows: ${mapping.rows} matches nothing; ${whereItEnds(body, way)}`);
  const whole: Record<string, unknown> = {};
  const rows: Record<string, unknown>[] = found.map(() => ({}));
  for (const [name, pointer] of Object.entries(mapping.fields)) {
    const segments = segmentsOf(pointer) ?? [];
    const field = rowField(plan, name);
    if (field === null || way === null) {
      const matches = matchesOf(body, segments);
      if (matches.length === 0 && (field === null || !endsEmpty(body, segments)))
        complaints.push(`${name}: ${pointer} matches nothing; ${whereItEnds(body, segments)}`);
      if (field === null && matches.length > 1)
        complaints.push(`${name}: ${pointer} matches ${matches.length} places, and one is meant`);
      if (field === null) whole[name] = matches[0]?.value;
      else
        matches.forEach((match, at) => {
          rows[at] = { ...rows[at], [field]: match.value };
        });
      continue;
    }
    let any = false;
    found.forEach((row, at) => {
      const match = pointer === '*' ? { value: row.key } : matchesOf(row.value, segments)[0];
      if (match) any = true;
      rows[at] = { ...rows[at], [field]: match ? match.value : null };
    });
    if (!any && first)
      complaints.push(`${name}: ${pointer} matches nothing in a row; ${whereItEnds(first.value, segments)}`);
  }
  if (complaints.length > 0) refuse(`the mapping is wrong: ${complaints.join('; ')}`);
  return { whole, rows };
}

/** The body that a mapping draws from another: one that the readers know. */
export interface Mapped {
  readonly body: unknown;
  /** The mapping's pointer of each field, under the trace's name for it. */
  readonly pointers: Readonly<Record<string, string>>;
}

const named = (row: Readonly<Record<string, unknown>>, unit: string): Record<string, unknown> => {
  const { share, ...others } = row;
  return 'share' in row ? { ...others, [`share${unit}`]: share } : others;
};

/** Draws a body by a mapping. @throws Refusal with all complaints at once. */
export function mapped(kind: Kind, body: unknown, mapping: Mapping): Mapped {
  const plan = plans[kind];
  const { whole, rows } = draw(kind, body, mapping);
  const pointers: Record<string, string> = {};
  const at = (pointer: string): string =>
    mapping.rows === undefined ? pointer : mapping.rows + (pointer === '*' ? '' : pointer);
  const placed = Object.keys(mapping.fields).map((name) => rowField(plan, name));
  const isFeed = ['url', 'domain', 'title'].some((name) => placed.indexOf(name) >= 0);
  const isCounts = kind === 'citations' && !isFeed;
  for (const [name, pointer] of Object.entries(mapping.fields)) {
    const field = rowField(plan, name);
    if (field === null) pointers[name] = pointer;
    else {
      pointers[(isCounts ? 'byEngine.' : plan.prefix) + field] = at(pointer);
      if (isCounts) pointers.byEngine = mapping.rows ?? pointer;
    }
  }
  const unit =
    mapping.shareUnit === 'percent' ? 'Percent' : mapping.shareUnit === 'fraction' ? 'Fraction' : '';
  const shapes: Readonly<Record<Kind, () => unknown>> = {
    websites: () => ({ websites: rows }),
    analytics: () => ({ days: rows }),
    citations: () =>
      placed.every((field) => field === null) ? whole : { ...whole, [isFeed ? 'items' : 'byEngine']: rows },
    competitors: () => {
      const { shareOfVoice = null, ...others } = whole;
      const { brand } = mapping;
      return {
        ...others,
        ...(brand === undefined ? {} : { brand }),
        ...(brand === undefined || 'shareOfVoice' in whole ? { [`shareOfVoice${unit}`]: shareOfVoice } : {}),
        competitors: rows.map((row) => named(row, unit)),
      };
    },
    authority: () => ({
      ...whole,
      ...(mapping.scale === undefined ? {} : { scale: mapping.scale }),
      ...(rows.length === 0 ? {} : { components: rows }),
    }),
  };
  return { body: shapes[kind](), pointers };
}
