import { randomUUID } from 'node:crypto';
import type { Brand } from '#src/brand/registry.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import type { ApiProxy } from '../api-proxy/api-proxy.ts';
import type { OwnCallAnswer } from '../api-proxy/own-call.ts';
import type { ParsedRequest } from '../http/parse-request.ts';

/** A submitted form and everything needed to respond to it. */
export interface SentForm {
  readonly fields: URLSearchParams;
  /** Locale of the page that contained the form. */
  readonly locale: LocaleCode;
  readonly brand: Brand;
  readonly request: ParsedRequest;
  readonly ask: ApiProxy['ask'];
}

export interface FormResult {
  /** URL of the page that shows the result. */
  readonly location: string;
  readonly cookies?: readonly string[];
}

/** The upstream's response to a call that the server made for a form. */
export type FormCallResult =
  | { readonly data: unknown; readonly code?: undefined }
  /**
   * Error code from the contract, `CLIENT_NETWORK` if there was no response, or empty if the response was malformed.
   */
  | { readonly data?: undefined; readonly code: string };

export function formCallResult(answer: OwnCallAnswer | undefined): FormCallResult {
  if (!answer || answer.status >= 500) return { code: 'CLIENT_NETWORK' };
  const parsedBody = Object(parsed(answer.body));
  if (parsedBody.success === 1) return { data: parsedBody.data };
  const code: unknown = Array.isArray(parsedBody.errors) ? parsedBody.errors[0]?.code : undefined;
  return { code: typeof code === 'string' ? code : '' };
}

/**
 * The device id that the page's script has set. Without scripts, each call gets a new id, so that the upstream limits
 * calls by IP address only.
 */
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
