import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CLIENT = fileURLToPath(new URL('../../../../src/contract/client', import.meta.url));

/** Import specifiers of a module and of the modules it imports by relative path, without imports of types only. */
async function valueImports(file: string, seen = new Set<string>()): Promise<string[]> {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = await readFile(file, 'utf8');
  const specifiers = [...text.matchAll(/^import (?!type )[^;]*?from '([^']+)';$/gm)].map((match) => match[1] ?? '');
  const below = specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => valueImports(join(dirname(file), specifier), seen));
  return [...specifiers, ...(await Promise.all(below)).flat()];
}

it.each(['client.browser.ts', 'error-action.ts'])(
  'the browser module %s does not load the list of all calls',
  async (file) => {
    const imports = await valueImports(join(CLIENT, file));
    expect(imports.filter((specifier) => /contract\/(index|calls)/.test(specifier))).toEqual([]);
  },
);
