import type { Ask } from '../asks/ask.ts';
import type { Report } from '../reports/report.ts';
import type { Calendar } from './office.ts';
import { functionNamed, recordedAsks } from './recorded-asks.ts';

/** What a report asks. @param ids the key's websites */
export function reportAsks({ parts }: Report, ids: readonly string[], calendar: Calendar): readonly Ask[] {
  return parts.reduce<Ask[]>((all, { name, arguments: chosen }) => {
    const found = functionNamed(name);
    if (found === null) return all;
    const args =
      chosen === 'ids'
        ? [ids.map((id) => [id])]
        : chosen.map((one) => ('text' in one ? one.text : one.typed));
    return all.concat(recordedAsks(found, args, calendar));
  }, []);
}
