import type { Message } from '../inbox/message.ts';
import type { Camera } from '../shots/shots.ts';

/** One website in the digest, read from the mail itself. */
export interface Figures {
  readonly website: string;
  readonly shareOfVoice: Figure;
  readonly authority: Figure;
}

export interface Figure {
  /** A fraction for a share of voice, a score for authority; null where the mail shows none. */
  readonly level: number | null;
  /** The mail's own words, such as `up 1`, `steady` or `no data`. */
  readonly change: string;
}

/** The figures of the mail's summary table, in its order. Rejects when the mail shows no such table. */
export async function readFigures(message: Message, camera: Camera): Promise<Figures[]> {
  const rows = await camera.readTable(message.html ?? '', 'Website');
  if (rows.length === 0) throw new Error('The mail has no table of websites: read its .html file.');
  return rows.map(([website, share, authority]) => ({
    website: website?.[0] ?? '',
    shareOfVoice: figure(share, /^([\d.]+)\s?%$/, 100),
    authority: figure(authority, /^([\d.]+)$/, 1),
  }));
}

function figure(lines: readonly string[] | undefined, pattern: RegExp, scale: number): Figure {
  const [level = '', change = ''] = lines ?? [];
  const digits = pattern.exec(level.trim())?.[1];
  const value = digits === undefined ? null : Number((Number(digits) / scale).toFixed(6));
  return { level: value, change: change.replace(/^[▲▼]/, '').replace(/\s+/g, ' ').trim() };
}
