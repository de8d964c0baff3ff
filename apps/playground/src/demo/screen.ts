import { styleText } from 'node:util';
import { DAYS } from './digest-demo.ts';
import type { Figure } from './figures.ts';
import type { FormDemo } from './form-demo.ts';
import { type Demo, toFirst } from './run-demo.ts';
import { outcomeLines, printable } from './value-text.ts';

/** The table of one Form: formula | value. */
export function formTable({ form, shown }: FormDemo): string {
  const lines = shown.flatMap((one) => {
    const [first = '', ...rest] = outcomeLines(one);
    const note = one.note === null ? '' : styleText('dim', `  (${printable(one.note)})`);
    return [
      `  ${one.formula.padEnd(40)} | ${first}${note}`,
      ...rest.map((line) => `  ${''.padEnd(40)} | ${line}`),
    ];
  });
  return `\n${styleText('bold', `The sheet, Form ${form}`)}\n${lines.join('\n')}\n\n`;
}

const pages: Readonly<Record<string, string>> = {
  inbox: 'Inbox with the mails',
  sidebarForm1: 'Menu and sidebar, Form 1',
  sidebarForm2: 'Menu and sidebar, Form 2',
  serviceForm1: 'Service, Form 1 (keys to try)',
  serviceForm2: 'Service, Form 2 (keys to try)',
  serviceDigest: 'Service of the digest',
};

/** What happened, what it cost, and where to look; the pages only while they stay open. */
export function lastScreen(demo: Demo, staying: boolean): string {
  const { forms, mails, figures, digestRequests, files, urls } = demo;
  const head = (text: string): string => `\n${styleText('bold', text)}`;
  const width = Math.max(...figures.map(({ website }) => website.length));
  return [
    head('What happened'),
    ...forms.map(
      ({ form, shown, requests }) =>
        `  Form ${form}   ${shown.length} formulas cost ${requests.formulas} requests, connecting ${requests.connect}`,
    ),
    `  Digest   ${DAYS} mornings cost ${digestRequests} requests, the mails none; ${mails.length} mails to ${mails.map(({ recipients }) => recipients.join(', ')).join(' and ')}`,
    head(printable(toFirst(mails).subject)),
    ...figures.map(({ website, shareOfVoice, authority }) =>
      `  ${website.padEnd(width)}  share of voice ${figureText(shareOfVoice, true)}  authority ${figureText(authority, false)}`.trimEnd(),
    ),
    head('Files'),
    ...files.filter((file) => !file.endsWith('.png')).map((file) => `  ${file}`),
    `  and ${files.filter((file) => file.endsWith('.png')).length} pictures (.png), 375 and 640 px wide, light and dark`,
    ...(staying
      ? [
          head('Open'),
          ...Object.entries(urls).map(([name, url]) => `  ${(pages[name] ?? name).padEnd(30)} ${url}`),
          '\nCtrl-C ends it.',
        ]
      : []),
    '',
  ].join('\n');
}

/** `32.0 % up 2.1`, `70 no clear change`, `– none`. */
function figureText({ level, change, verdict }: Figure, share: boolean): string {
  const text = level === null ? '–' : share ? `${(level * 100).toFixed(1)} %` : String(Math.round(level));
  const words =
    verdict === 'clear' && change !== null
      ? `${change > 0 ? 'up' : 'down'} ${Math.abs(change).toFixed(1)}`
      : verdict === 'steady'
        ? 'no clear change'
        : verdict.replaceAll('-', ' ');
  return `${text.padStart(6)} ${words.padEnd(15)}`;
}
