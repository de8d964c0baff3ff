import { copyFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packed, { inflate } from '@sparticuz/chromium';

// Runs as a program with TMPDIR set, because the package unpacks into the temporary folder.
const program = await packed.executablePath();
const folder = dirname(program);
const archives = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));
await inflate(join(archives, 'al2023.tar.br'));
// The package's fonts have no Japanese: a page would show the same box for each character.
await copyFile(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/kosugi/Kosugi_400Regular.ttf')),
  join(folder, 'fonts/Kosugi_400Regular.ttf'),
);
await writeFile(
  join(folder, 'fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`,
);
