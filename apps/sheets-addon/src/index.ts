export { catalogue } from './catalogue/catalogue.ts';
export type { Example, Parameter, SheetFunction } from './catalogue/sheet-function.ts';
