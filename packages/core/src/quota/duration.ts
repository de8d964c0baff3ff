const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const part = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;

/** A duration as Go writes it (`1h23m31s`, `17ms`), in milliseconds; null for anything else. */
export function readDuration(text: string): number | null {
  let total = 0;
  const rest = text.replace(part, (_, amount: string, unit: string) => {
    total += Number(amount) * (unitMs[unit] ?? 0);
    return '';
  });
  return rest === '' && text !== '' ? total : null;
}
