import { randomUUID } from 'node:crypto';
import type { Brand } from '#src/brand/registry.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import type { ApiProxy } from './api-proxy.ts';
import type { OwnCallAnswer } from './own-call.ts';
import type { ParsedRequest } from './parse-request.ts';

/** A form as it was sent, with what answers it. */
export interface SentForm {
  readonly fields: URLSearchParams;
  /** Of the page that it was sent from. */
  readonly locale: LocaleCode;
  readonly brand: Brand;
  readonly request: ParsedRequest;
  readonly ask: ApiProxy['ask'];
}

export interface FormResult {
  /** The page that says how it went. */
  readonly location: string;
  readonly cookies?: readonly string[];
}

/** What an upstream answered a call that the server made for a form. */
export type FormCallResult =
  | { readonly data: unknown; readonly code?: undefined }
  /** The code of the contract; `CLIENT_NETWORK` where there was no answer, empty where it makes no sense. */
  | { readonly data?: undefined; readonly code: string };

export function formCallResult(answer: OwnCallAnswer | undefined): FormCallResult {
  if (!answer || answer.status >= 500) return { code: 'CLIENT_NETWORK' };
  const said = Object(parsed(answer.body));
  if (said.success === 1) return { data: said.data };
  const code: unknown = Array.isArray(said.errors) ? said.errors[0]?.code : undefined;
  return { code: typeof code === 'string' ? code : '' };
}

/** The device that a script of the page named. Without scripts it is another one each time, which the upstream limits by address. */
export function deviceOf(fields: URLSearchParams): string {
  const device = fields.get('device') ?? '';
  return /^[A-Za-z0-9-]{8,64}$/.test(device) ? device : randomUUID();
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
