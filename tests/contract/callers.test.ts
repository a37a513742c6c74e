import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as contract from '#src/contract/index.ts';
import { CALLS } from '#src/contract/index.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
/** Folders of code that uses calls, as opposed to code that defines, transports or implements them. */
const USERS = ['features', 'shell', 'publish', 'serve', 'pages'];
/** Constants of calls that are sent without their schemas, using only their paths. */
const ADDRESSES: Readonly<Record<string, string>> = { visitPageView: 'PAGE_VIEW' };

async function textOf(part: string): Promise<string> {
  const entries = await readdir(join(SRC, part), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|tsx|astro)$/.test(entry.name));
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))).join('\n');
}

/** The name under which a call is exported. */
function constantOf(call: contract.AnyCall): string {
  const [name] = Object.entries(contract).find(([, value]) => value === call) ?? [];
  if (name === undefined) throw new Error(`${call.name} is not exported`);
  return ADDRESSES[name] ?? name;
}

it('every call of the contract has a caller', async () => {
  const text = (await Promise.all(USERS.map(textOf))).join('\n').replaceAll(/^import [^;]*;$/gm, '');
  const unused = CALLS.filter((call) => !new RegExp(`\\b${constantOf(call)}\\b`).test(text));
  expect(unused.map(({ name }) => name)).toEqual([]);
});
