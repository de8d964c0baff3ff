/** The numbers of a read value by what they are: `days/visitors`, `competitors/share`. Figures under names of the body's own are left out. */
export function numbersOf(value: unknown): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  const visit = (held: unknown, role: string): void => {
    if (typeof held === 'number') found.set(role, (found.get(role) ?? new Set<number>()).add(held));
    else if (Array.isArray(held)) for (const entry of held) visit(entry, role);
    else if (typeof held === 'object' && held !== null) {
      for (const [name, inner] of Object.entries(held))
        if (name !== 'metrics') visit(inner, `${role}/${name}`);
    }
  };
  visit(value, '');
  return found;
}

/** Every number that a body writes: numbers, and those in its texts and keys with their separators taken out. */
export function numbersIn(body: unknown): Set<number> {
  const found = new Set<number>();
  const text = (words: string): void => {
    for (const match of words.matchAll(/\d[\d.,'\s\u00a0]*/g)) {
      const digits = match[0].trim().replace(/[.,]$/, '');
      for (const one of [
        digits,
        digits.replace(/[,'\s\u00a0]/g, ''),
        digits.replace(/\./g, '').replace(',', '.'),
        ...digits.split(/[\s,]/),
      ])
        if (one !== '' && Number.isFinite(Number(one))) found.add(Number(one));
    }
  };
  const visit = (held: unknown): void => {
    if (typeof held === 'number') found.add(held);
    else if (typeof held === 'string') text(held);
    else if (Array.isArray(held)) held.forEach(visit);
    else if (typeof held === 'object' && held !== null) {
      for (const [name, inner] of Object.entries(held)) {
        text(name);
        visit(inner);
      }
    }
  };
  visit(body);
  return found;
}
