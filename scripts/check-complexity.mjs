// Biome scores each function alone. This adds the scores of the functions inside to the outermost one.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './root.mjs';

const most = 75;

const branch = /^(?:(?:If|Switch|For|ForIn|ForOf|While|DoWhile)Statement|ConditionalExpression|CatchClause)$/;
const isFunction = ({ type }) => /^(?:Arrow)?Function(?:Declaration|Expression)$/.test(type);
const listChildren = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string');

/** Cognitive complexity: a branch, `else` or a run of one logical operator counts 1, a branch its nesting too. */
function score(node, parent, nesting) {
  const isElse = parent.type === 'IfStatement' && parent.alternate === node;
  const isElseIf = isElse && node.type === 'IfStatement';
  const isBranch = branch.test(node.type) && !isElseIf;
  const isFurther = parent.type === 'LogicalExpression' && parent.operator === node.operator;
  let sum = isBranch ? 1 + nesting : 0;
  if (
    isElse ||
    (node.type === 'LogicalExpression' && !isFurther) ||
    (/^(?:Break|Continue)/.test(node.type) && node.label)
  )
    sum += 1;
  const inner = nesting + (isBranch || isFunction(node) ? 1 : 0);
  for (const child of listChildren(node)) sum += score(child, node, inner);
  return sum;
}

const functions = [];
function collect(node, name, path) {
  if (isFunction(node)) functions.push({ name: node.id?.name ?? name, path, score: score(node, {}, -1) });
  else
    for (const child of listChildren(node))
      collect(child, (node.key ?? (node.init && node.id))?.name ?? name, path);
}
for (const path of globSync('{packages,apps}/*/{src,node,build}/**/*.ts', { cwd: root }))
  collect(parseSync(path, readFileSync(join(root, path), 'utf8')).program, '', path);

const [worst] = functions.sort((one, other) => other.score - one.score);
const problems = functions.filter((one) => one.score > most);
const lines = problems.map(
  ({ path, name, score: found }) =>
    `${path}: ${name} has a complexity of ${found}; split it, ${most} is the most`,
);
process.stdout.write(
  `${functions.length} functions, the largest complexity ${worst?.score} of ${worst?.name}, ${problems.length} problems\n${lines.map((line) => `${line}\n`).join('')}`,
);
if (problems.length > 0) process.exitCode = 1;
