import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import Handlebars from 'handlebars';
import mjml2html from 'mjml';

const source = new URL('../src/mail/mail.mjml', import.meta.url);
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
  const spec = Handlebars.precompile(lean, { strict: true, knownHelpersOnly: true });
  await mkdir(target, { recursive: true });
  const unfinished = new URL(`mail-${process.pid}.js`, target);
  await writeFile(unfinished, `export default ${spec};\n`);
  await rename(unfinished, new URL('mail.js', target));
}
