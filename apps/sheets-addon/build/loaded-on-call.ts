/**
 * A bundle as the body of a function. V8 only pre-parses it until something in it is called: every execution loads each file
 * of a project, and a cell whose answer is kept needs the other file alone.
 */
export function loadedOnCall(globalName: string, bundle: string): string {
  return [
    `var ${globalName}_loaded_;`,
    `function ${globalName}_() {`,
    `  if (${globalName}_loaded_ === undefined) ${globalName}_loaded_ = ${globalName}_load_();`,
    `  return ${globalName}_loaded_;`,
    '}',
    `function ${globalName}_load_() {`,
    bundle,
    `return ${globalName};`,
    '}',
  ].join('\n');
}
