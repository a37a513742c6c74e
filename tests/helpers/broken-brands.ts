import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Copies some of the shipped brands into a folder. Their imports still refer to the project. */
export async function copyBrands(folder: string, ids: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const id of ids) {
    await cp(join('brands', id), join(folder, id), { recursive: true });
    await editBrand((source) => source.replaceAll("'#src/", `'${resolve('src')}/`))(join(folder, id));
  }
}

const editBrand = (change: (source: string) => string) => async (folder: string) => {
  const file = join(folder, 'brand.ts');
  const source = await readFile(file, 'utf8');
  const changed = change(source);
  if (changed === source) throw new Error('brand.ts does not contain the text to change');
  await writeFile(file, changed);
};

/** Ways to break the brand in `folder`, each with the error message that it causes. */
export const WAYS_TO_BREAK: readonly [kind: string, breakBrand: (folder: string) => Promise<void>, message: RegExp][] =
  [
    [
      'a syntax error',
      (folder) => writeFile(join(folder, 'brand.ts'), 'export default {'),
      /brand\.ts.*cannot be loaded/,
    ],
    [
      'an exception',
      (folder) => writeFile(join(folder, 'brand.ts'), "throw new Error('no such secret');"),
      /brand\.ts.*no such secret/,
    ],
    [
      'a thrown value that is not an Error',
      (folder) => writeFile(join(folder, 'brand.ts'), 'throw Object.create(null);'),
      /brand\.ts.*cannot be loaded/,
    ],
    [
      'an import of a missing file',
      (folder) => writeFile(join(folder, 'brand.ts'), "import './gone.ts';\nexport default {};"),
      /brand\.ts.*cannot be loaded.*gone/,
    ],
    [
      'no data',
      (folder) => writeFile(join(folder, 'brand.ts'), 'export const brand = 1;'),
      /brand\.ts: \(the whole\): is missing/,
    ],
    [
      'an invalid setting',
      editBrand((source) => source.replace(/radius: \d+/, "radius: 'round'")),
      /brand\.ts:\d+: radius: must be a number/,
    ],
    [
      'the id of another brand',
      editBrand((source) => source.replace(/id: '[a-z]+'/, "id: 'local'")),
      /id: is "local" but the folder is/,
    ],
    [
      'an owner that does not exist',
      editBrand((source) => source.replace(/ id: '[a-z]+',/, "$& canonicalOwner: 'nobody',")),
      /canonicalOwner: is "nobody", which is not another brand/,
    ],
    [
      'the host of another brand',
      editBrand((source) => source.replace(/hosts: \[/, "hosts: ['local.localhost', ")),
      /hosts: brands "local" and "\w+" both have local\.localhost/,
    ],
    [
      'the prefix of another brand',
      editBrand((source) => source.replace(/apiPrefix: '[^']*'/, "apiPrefix: '/public'")),
      /apiPrefix: brands "local" and "\w+" both have \/public/,
    ],
    ['no brand.ts', (folder) => rm(join(folder, 'brand.ts')), /brand\.ts: cannot be loaded/],
    [
      'a folder in place of brand.ts',
      async (folder) => {
        await rm(join(folder, 'brand.ts'));
        await mkdir(join(folder, 'brand.ts'));
      },
      /brand\.ts: cannot be loaded/,
    ],
    [
      'no pictures',
      (folder) => rm(join(folder, 'assets'), { recursive: true }),
      /does not exist; brand\.ts names it as/,
    ],
    [
      'a link in place of a picture',
      async (folder) => {
        await rename(join(folder, 'assets/logo.svg'), join(folder, 'elsewhere.svg'));
        await symlink(join(folder, 'elsewhere.svg'), join(folder, 'assets/logo.svg'));
      },
      /logo\.svg is a symbolic link/,
    ],
    [
      'a link in place of the pictures',
      async (folder) => {
        await rename(join(folder, 'assets'), join(folder, 'elsewhere'));
        await symlink(join(folder, 'elsewhere'), join(folder, 'assets'));
      },
      /assets is a symbolic link/,
    ],
    [
      'a pipe in place of a picture',
      async (folder) => {
        await rm(join(folder, 'assets/logo.svg'));
        execFileSync('mkfifo', [join(folder, 'assets/logo.svg')]);
      },
      /logo\.svg is a named pipe/,
    ],
    [
      'a link in place of the style sheet',
      async (folder) => {
        await rm(join(folder, 'layout.css'));
        await writeFile(join(folder, 'elsewhere.css'), '.a { color: red }');
        await symlink(join(folder, 'elsewhere.css'), join(folder, 'layout.css'));
      },
      /layout\.css is a symbolic link/,
    ],
    ['a broken style sheet', (folder) => writeFile(join(folder, 'layout.css'), '.a { color: }\n}'), /layout\.css/],
  ];
