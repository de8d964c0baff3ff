import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import Handlebars from 'handlebars';
import mjml2html from 'mjml';

const source = new URL('../src/renderers/mail/mail.mjml', import.meta.url);
const target = new URL('../dist/mail/', import.meta.url);

/** Compiles the mail's template. */
export async function buildMail(): Promise<void> {
  const { html, errors } = await mjml2html(await readFile(source, 'utf8'), {
    validationLevel: 'strict',
    keepComments: false,
    // Without this, mjml loads every font of the stack that Google hosts.
    fonts: {},
  });
  if (errors.length > 0) throw new Error(`mail.mjml: ${errors[0]?.formattedMessage}`);

  const lean = html.replace(/^\s+/gm, '').replace(/>\n</g, '><');
  const specs = { ltr: lean, rtl: mirror(lean) };
  const options = { strict: true, knownHelpersOnly: true };
  const code = Object.entries(specs).map(([key, text]) => `${key}: ${Handlebars.precompile(text, options)}`);
  await mkdir(target, { recursive: true });
  const unfinished = new URL(`mail-${process.pid}.js`, target);
  await writeFile(unfinished, `export default { ${code.join(', ')} };\n`);
  await rename(unfinished, new URL('mail.js', target));
}

/** The markup for languages that are written from right to left. */
function mirror(html: string): string {
  const opposite = (side: string) => (side === 'left' ? 'right' : 'left');
  return html
    .replace(/(?<!<code) dir="ltr"/g, ' dir="rtl"')
    .replace(/direction:ltr/g, 'direction:rtl')
    .replace(/( align=")(left|right)"/g, (_, name, side) => `${name}${opposite(side)}"`)
    .replace(/(text-align:)(left|right)/g, (_, name, side) => name + opposite(side))
    .replace(/((?:padding|border-width):[\da-z]+) ([\da-z]+) ([\da-z]+) ([\da-z]+)/g, '$1 $4 $3 $2');
}
