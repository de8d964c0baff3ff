/** Runs one command line of a document; gives what it prints. */
export type Shell = (line: string, shown: string) => Promise<string>;

/** A Markdown text with the output of each command in its `console` blocks (`$ …`) written anew, in order. */
export async function withOutputs(markdown: string, shell: Shell): Promise<string> {
  const parts = markdown.split(/^(```console\n[\s\S]*?^```$)/m);
  const written: string[] = [];
  for (const part of parts) {
    const block = /^```console\n([\s\S]*)```$/.exec(part)?.[1];
    written.push(block === undefined ? part : `\`\`\`console\n${await blockAnew(block, shell)}\`\`\``);
  }
  return written.join('');
}

async function blockAnew(block: string, shell: Shell): Promise<string> {
  let text = '';
  for (const command of block.split(/^\$ /m).slice(1)) {
    const end = command.indexOf('\n');
    const line = command.slice(0, end);
    const output = await shell(line, command.slice(end + 1).replace(/\n+$/, ''));
    text += `$ ${line}\n${output === '' ? '' : `${output}\n`}`;
  }
  return text;
}
