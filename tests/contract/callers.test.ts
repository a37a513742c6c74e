import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as contract from '#src/contract/index.ts';
import { CALLS } from '#src/contract/index.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
/** Parts that use calls, as against those that define, carry and answer them. */
const USERS = ['view-models', 'snapshot', 'islands', 'stores', 'browser', 'server', 'pages', 'rebuild'];
/** A call that is sent without its schemas goes by the name of its address. */
const ADDRESSES: Readonly<Record<string, string>> = { visitPageView: 'PAGE_VIEW' };

async function textOf(part: string): Promise<string> {
  const entries = await readdir(join(SRC, part), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|tsx|astro)$/.test(entry.name));
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))).join('\n');
}

/** The name each call is exported and imported by. */
function constantOf(call: contract.AnyCall): string {
  const [name] = Object.entries(contract).find(([, value]) => value === call) ?? [];
  if (name === undefined) throw new Error(`${call.name} is not exported`);
  return ADDRESSES[name] ?? name;
}

it('finds a caller of every call of the contract', async () => {
  const text = (await Promise.all(USERS.map(textOf))).join('\n').replaceAll(/^import [^;]*;$/gm, '');
  const unused = CALLS.filter((call) => !new RegExp(`\\b${constantOf(call)}\\b`).test(text));
  expect(unused.map(({ name }) => name)).toEqual([]);
});
