export { type Recognition, recognise } from './recognise.ts';
