import * as v from 'valibot';
import { messageOf } from '#src/lib/errors.ts';
import { OidcFault, refused } from './fault.ts';

const TIMEOUT_MS = 8000;
const MOST_BYTES = 256 * 1024;

/** Asks the provider. A refusal of its own is told from silence and from what is no answer of its kind. */
export async function fetchJson<S extends v.GenericSchema>(
  address: string,
  schema: S,
  init: RequestInit = {},
): Promise<v.InferOutput<S>> {
  const { status, text } = await exchanged(address, init);
  if (status >= 500) throw new OidcFault('UNREACHABLE', `${address} answered ${status}`);
  if (status !== 200) throw refused(`${address} answered ${status}: ${text.slice(0, 200)}`);
  const checked = v.safeParse(schema, parsed(text));
  if (!checked.success) throw refused(`${address} answered what it should not: ${checked.issues[0].message}`);
  return checked.output;
}

async function exchanged(address: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { accept: 'application/json', ...init.headers };
    const response = await fetch(address, { ...init, headers, redirect: 'error', signal });
    return { status: response.status, text: await bounded(response) };
  } catch (error) {
    if (error instanceof OidcFault) throw error;
    throw new OidcFault('UNREACHABLE', `${address}: ${messageOf(error)}`, { cause: error });
  }
}

async function bounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw refused(`${response.url} answered more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
