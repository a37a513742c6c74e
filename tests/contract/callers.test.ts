import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { CASES } from '#src/contract/conformance/suite.ts';
import * as contract from '#src/contract/index.ts';
import { CALLS } from '#src/contract/index.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
/** Folders with code that makes calls, as opposed to code that defines, transports or implements them. */
const CALLER_FOLDERS = ['features', 'shell', 'publish', 'serve', 'pages'];
/**
 * Calls that code makes with only their endpoint, without loading their schemas. Maps the name of the call's constant
 * to the name of the endpoint's constant.
 */
const ENDPOINTS: Readonly<Record<string, string>> = { visitPageView: 'PAGE_VIEW' };

async function sourceOf(folder: string): Promise<string> {
  const entries = await readdir(join(SRC, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|tsx|astro)$/.test(entry.name));
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))).join('\n');
}

/** Returns the name by which code refers to a call: its export in the contract, or its constant in `ENDPOINTS`. */
function constantOf(call: contract.AnyCall): string {
  const [name] = Object.entries(contract).find(([, value]) => value === call) ?? [];
  if (name === undefined) throw new Error(`${call.name} is not exported`);
  return ENDPOINTS[name] ?? name;
}

it('every call of the contract has a case in the conformance suite', () => {
  expect(CALLS.filter((call) => CASES.every((one) => one.call !== call)).map(({ name }) => name)).toEqual([]);
});

it('every call of the contract is used by code outside the contract', async () => {
  const text = (await Promise.all(CALLER_FOLDERS.map(sourceOf))).join('\n').replaceAll(/^import [^;]*;$/gm, '');
  const unused = CALLS.filter((call) => !new RegExp(`\\b${constantOf(call)}\\b`).test(text));
  expect(unused.map(({ name }) => name)).toEqual([]);
});
