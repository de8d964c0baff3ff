export { catalogue } from './functions/catalogue.ts';
export type { Example, Parameter, SheetFunction } from './functions/parameters.ts';
