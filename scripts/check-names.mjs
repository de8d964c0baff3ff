// Checks the names and rooms of all packages: banned identifiers, exported names with two meanings, file names that
// occur twice, files that are too long or too short, folders of one file, and import cycles. CONTRIBUTING.md has the rules.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './root.mjs';

const { banned, bannedAnywhere, sameMeaning, portsAndTables } = JSON.parse(
  readFileSync(join(root, 'scripts/names.json'), 'utf8'),
);

const longestFile = 350;
const shortFile = 45;

const paths = globSync('{packages,apps}/*/{src,node}/**/*.{ts,js}', { cwd: root })
  .filter((path) => !path.endsWith('.d.ts'))
  .sort();
const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const packageOf = (path) => path.split('/').slice(0, 2).join('/');
const linesIn = (text) => text.split('\n').length - 1;
const problems = [];

/** Code without comments and without the content of texts. */
const codeIn = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (part) =>
    part.startsWith('/') ? '' : "''",
  );

const groupBy = (entries) => {
  const groups = new Map();
  for (const [key, value] of entries) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
};

const declaration = /\b(?:const|let|function\*?|class|interface|type)\s+(\w+)/g;
const words = new Set(banned);
for (const [path, text] of files) {
  const code = codeIn(text);
  for (const name of [
    ...[...code.matchAll(declaration)]
      .map(([, declared]) => declared)
      .filter((declared) => words.has(declared)),
    ...bannedAnywhere.filter((word) => new RegExp(`\\b${word}\\b`).test(code)),
  ])
    problems.push(`${path}: "${name}" is a banned name; CONTRIBUTING.md says why`);
  for (const part of path.split('/').slice(3))
    if (words.has(part.replace(/\.(ts|js)$/, ''))) problems.push(`${path}: "${part}" is a banned name`);
}

const exported =
  /^export (?:async |abstract |declare )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const exportsByName = groupBy(
  [...files].flatMap(([path, text]) => [...text.matchAll(exported)].map(([, name]) => [name, path])),
);
for (const [name, places] of exportsByName) {
  const apart = new Set(places);
  if (apart.size > 1 && !sameMeaning.includes(name))
    problems.push(`"${name}" is exported by ${[...apart].join(' and ')}; give one of them another name`);
}

for (const [name, places] of groupBy(paths.map((path) => [`${packageOf(path)} ${basename(path)}`, path]))) {
  // A port and its adapter, or a command, whose file has its name.
  const isAdapter = places.length === 2 && places.some((path) => /\/(ports|node|cli\/commands)\//.test(path));
  if (places.length > 1 && !isAdapter)
    problems.push(`${name.split(' ')[1]} occurs twice: ${places.join(' and ')}`);
}

const imports = new Map(
  [...files].map(([path, text]) => [
    path,
    [...text.matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)]
      .map(([, target]) => join(dirname(path), target))
      .filter((target) => files.has(target)),
  ]),
);
const importers = groupBy([...imports].flatMap(([path, targets]) => targets.map((target) => [target, path])));
for (const [path, text] of files) {
  const lines = linesIn(text);
  const users = new Set(importers.get(path));
  if (lines > longestFile) problems.push(`${path} has ${lines} lines; the most are ${longestFile}`);
  if (lines < shortFile && users.size === 1 && !portsAndTables.includes(path))
    problems.push(`${path} has ${lines} lines and one importer; move it into ${[...users][0]}`);
}

const siblings = groupBy(
  globSync('{packages,apps}/*/src/**/*.*', { cwd: root }).map((path) => [dirname(path), path]),
);
for (const [folder, [only, ...others]] of siblings)
  if (others.length === 0 && ![...siblings.keys()].some((other) => other.startsWith(`${folder}/`)))
    problems.push(`${folder} has one file, ${basename(only)}; move it up`);

/** A path from a node to itself by imports; null where there is none. */
function findCycle(graph, start) {
  const from = new Map();
  const queue = [start];
  for (const node of queue)
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const cycle = [start];
        for (let at = node; at !== start; at = from.get(at)) cycle.unshift(at);
        return [start, ...cycle];
      }
      if (!from.has(next) && from.set(next, node)) queue.push(next);
    }
  return null;
}

const folders = groupBy(
  [...imports].flatMap(([path, targets]) =>
    targets.map((target) => [dirname(path), dirname(target)]).filter(([folder, other]) => folder !== other),
  ),
);
for (const graph of [imports, folders]) {
  const seen = new Set();
  for (const node of graph.keys()) {
    const cycle = seen.has(node) ? null : findCycle(graph, node);
    if (cycle === null) continue;
    for (const member of cycle) seen.add(member);
    problems.push(`imports form a circle: ${cycle.join(' -> ')}`);
  }
}

const glossary = readFileSync(join(root, 'GLOSSARY.md'), 'utf8').match(/^\| \*\*/gm)?.length ?? 0;
if (glossary > 25) problems.push(`GLOSSARY.md has ${glossary} terms; the most are 25`);

const packages = [...groupBy([...files].map(([path, text]) => [packageOf(path), [path, linesIn(text)]]))];
const counts = packages.map(([name, list]) => {
  const folderCount = new Set(list.map(([path]) => dirname(path))).size;
  const lines = list.reduce((sum, [, length]) => sum + length, 0);
  return `${name}: ${list.length} files, ${folderCount} folders, ${lines} lines`;
});
const total = `${files.size} source files, ${banned.length + bannedAnywhere.length} banned names, ${problems.length} problems`;
process.stdout.write([...counts, total, ...problems, ''].join('\n'));
if (problems.length > 0) process.exitCode = 1;
