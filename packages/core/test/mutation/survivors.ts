/**
 * Reads mutation-report.json of the last run: prints the score of each folder, and each surviving mutant that
 * docs/mutation-survivors.md does not judge. Ends with 1 where one is not judged or a folder's score is below 85 %.
 * Run: `node test/mutation/survivors.ts` in packages/core, after `stryker run`.
 */
import { readFileSync } from 'node:fs';

interface Position {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly status: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

const leastScore = 85;
const here = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const { files } = JSON.parse(here('../../mutation-report.json')) as Report;
const judged = here('../../../../docs/mutation-survivors.md');

/** The code that a mutant replaced; lines and columns of a report count from 1. */
function original(source: readonly string[], { start, end }: Mutant['location']): string {
  const lines = source.slice(start.line - 1, end.line);
  const cut = lines.map((line, at) => (at === lines.length - 1 ? line.slice(0, end.column - 1) : line));
  return [(cut[0] ?? '').slice(start.column - 1), ...cut.slice(1)].join('\n');
}

const inOneLine = (code: string): string => code.replace(/\s+/g, ' ').trim();

const quoted = (code: string): string => (code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``);

const detected = ['Killed', 'Timeout'];
const undetected = ['Survived', 'NoCoverage'];

const folders = new Map<string, { killed: number; timeout: number; survived: number }>();
const unjudged: string[] = [];

for (const [path, { source, mutants }] of Object.entries(files)) {
  const folder = path.split('/').slice(0, 2).join('/');
  const score = folders.get(folder) ?? { killed: 0, timeout: 0, survived: 0 };
  folders.set(folder, score);
  const section = inOneLine(judged.split(`### \`${path}\``)[1]?.split('\n#')[0] ?? '');
  const lines = source.split('\n');
  for (const { status, location, replacement } of mutants) {
    if (status === 'Killed') score.killed += 1;
    if (status === 'Timeout') score.timeout += 1;
    if (!detected.includes(status) && !undetected.includes(status)) {
      unjudged.push(`${path}:${location.start.line} ended as ${status}`);
    }
    if (!undetected.includes(status)) continue;
    score.survived += 1;
    const line = quoted(inOneLine(lines[location.start.line - 1] ?? ''));
    const change = `${quoted(inOneLine(original(lines, location)))} → ${quoted(inOneLine(replacement))}`;
    const bullet = `- ${line} with ${change}`;
    if (!section.includes(bullet)) unjudged.push(`${path}:${location.start.line}\n${bullet}`);
  }
}

console.log('| Folder | Mutants | Killed | By timeout | Survived | Score |');
console.log('| --- | --- | --- | --- | --- | --- |');
let low = 0;
for (const [folder, { killed, timeout, survived }] of folders) {
  const all = killed + timeout + survived;
  const score = (100 * (killed + timeout)) / all;
  if (score < leastScore) low += 1;
  console.log(`| \`${folder}\` | ${all} | ${killed} | ${timeout} | ${survived} | ${score.toFixed(1)} % |`);
}
for (const line of unjudged) console.log(`not judged: ${line}`);
if (low > 0) console.log(`${low} folders are below ${leastScore} %.`);
process.exitCode = unjudged.length > 0 || low > 0 ? 1 : 0;
