/** handlebars 4 has types for the full package only; the runtime has the same `template` and `Utils`. */
declare module 'handlebars/runtime.js' {
  import Handlebars from 'handlebars';

  const runtime: Pick<typeof Handlebars, 'template' | 'Utils'>;
  export default runtime;
}
