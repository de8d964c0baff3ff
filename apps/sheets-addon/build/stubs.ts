import type { Parameter, SheetFunction } from '../src/functions/parameters.ts';

const line = (text: string): string => text.replace(/\s+/g, ' ').replace(/\*\//g, '* /');

const parameterLine = ({ name, text }: Parameter): string => ` * @param {any} ${name} ${line(text)}`;

/** The top-level declaration of one custom function. JSDoc does not survive bundling, so it is written here. */
function customFunction({ name, description, parameters, returns, examples }: SheetFunction): string {
  const names = parameters.map((parameter) => parameter.name).join(', ');
  return [
    '/**',
    ` * ${line(description)}`,
    ' *',
    ` * @example ${line(examples[0].formula)}`,
    ...parameters.map(parameterLine),
    ` * @return {any} ${line(returns)}`,
    ' * @customfunction',
    ' */',
    `function ${name}(${names}) {`,
    `  return answershare.answer('${name}', [${names}]);`,
    '}',
  ].join('\n');
}

/**
 * A second name for files where another add-on has the first: only one of two functions with the same name works.
 * Without the tag Sheets does not list it, but calls it (public report: googleworkspace/apps-script-samples#181).
 */
function alias({ name }: SheetFunction): string {
  return [
    `/** ${name} by a name that is ours alone. */`,
    `function AS_${name}(...values) {`,
    `  return ${name}(...values);`,
    '}',
  ].join('\n');
}

/** Functions that Google and the sidebar call by name. None of them returns the key or sets the service's address. */
const always = `/** Adds the menu when the file is opened. */
function onOpen() {
  answershareService_().showMenu();
}

/** Adds the menu when the add-on is installed. */
function onInstall(e) {
  onOpen(e);
}

/** Opens the sidebar. */
function openSidebar() {
  answershareService_().showSidebar();
}

/** Opens the sidebar where reports are inserted. */
function openReports() {
  answershareService_().showSidebar('reports');
}

/** Opens the sidebar where the file is refreshed. */
function openRefresh() {
  answershareService_().showSidebar('refresh');
}

/** Copies the active tab with values in place of formulas. */
function freezeTab() {
  answershareService_().runFreezeTab();
}

/** For the sidebar: runs one of its actions. */
function act(name, input) {
  return answershareService_().runAction(name, input);
}

/** For the sidebar: tries a key and stores it if it works. */
function connect(key) {
  return answershareService_().connect(key);
}

/** For the sidebar: removes the key. */
function disconnect() {
  return answershareService_().disconnect();
}

/** For the sidebar: the status of the connection, without the key. */
function connectionStatus() {
  return answershareService_().readConnectionStatus();
}
`;

const ofSchedule = `
/** For the schedule's trigger. */
function onSchedule(e) {
  answershareService_().runTrigger(e);
}
`;

/** All declarations except the custom functions. */
export function formatEntryPoints(withSchedule: boolean): string {
  return withSchedule ? always + ofSchedule : always;
}

/** The declarations of all custom functions. */
export function formatCustomFunctions(catalogue: readonly SheetFunction[]): string {
  return `${catalogue.map(customFunction).concat(catalogue.map(alias)).join('\n\n')}\n`;
}
