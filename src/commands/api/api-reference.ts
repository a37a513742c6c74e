import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../run-script.ts';

interface Document {
  readonly servers: readonly { readonly variables: { readonly prefix: object } }[];
}

/** Returns the OpenAPI document of the contract for an API that serves these prefixes. */
export async function apiReference(prefixes: readonly string[]): Promise<object> {
  const document: Document = JSON.parse(await readFile(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const [server] = document.servers;
  const prefix = { ...server?.variables.prefix, default: prefixes[0] ?? '', enum: prefixes };
  return { ...document, servers: [{ ...server, variables: { prefix } }] };
}
