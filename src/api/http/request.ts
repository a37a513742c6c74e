import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '#src/lib/cookie.ts';
import { networkOf } from '#src/lib/network.ts';
import { cookieOf } from '#src/lib/read-cookie.ts';
import { placeOfUnstorableText, UNSTORABLE_TEXT } from '#src/lib/storable-text.ts';
import { sessionOfToken } from '../store/visitors/sessions.ts';
import type { BrowserRequest, CallContext, RouteOptions } from './context.ts';
import { ApiError } from './error.ts';

type Members = Readonly<Record<string, unknown>>;

const DEFAULT_SECTION = 7;
const DEFAULT_LANG = 'en-us';

/** Throws if a request contains characters that cannot be stored. @throws ApiError BAD_REQUEST */
export function checkText({ query, body }: FastifyRequest): void {
  const place = placeOfUnstorableText(query) ?? placeOfUnstorableText(body);
  if (place !== undefined) throw new ApiError('BAD_REQUEST', `${place || 'body'}: ${UNSTORABLE_TEXT}`);
}

/** Returns the parameters of a call: the query of a GET, or the JSON body of a POST. */
export function paramsOf(request: FastifyRequest): Members {
  return request.method === 'POST' ? bodyOf(request) : queryOf(request);
}

/**
 * Creates the context of a call. `section` and `lang` may be in the query or the body (docs/use/contract.md#requests).
 * @param cookies the list to which Set-Cookie headers of the response are added
 */
export async function contextOf(
  request: FastifyRequest,
  {
    brand,
    accounts,
    site,
    measurementIds,
    statistics,
    livingLists,
    synonyms,
    state,
  }: Omit<RouteOptions, 'checkResponses'>,
  cookies: string[],
): Promise<CallContext> {
  const merged: Members = request.method === 'POST' ? { ...queryOf(request), ...bodyOf(request) } : queryOf(request);
  const token = tokenOf(request.headers.authorization);
  const session = token === '' ? undefined : await sessionOfToken(state.store.visitors, accounts, token, state.now());
  return {
    ...state,
    brand,
    accounts,
    site,
    measurementIds,
    statistics,
    livingLists,
    synonyms,
    section: sectionOf(merged['section']),
    lang: langOf(merged['lang']),
    device: deviceOf(request.headers['device-uuid']),
    token,
    user: session?.user,
    session: session?.id,
    browser: browserOf(request, cookies),
    address: networkOf(request.ip),
  };
}

function browserOf({ headers }: FastifyRequest, cookies: string[]): BrowserRequest {
  const fetchSite = headers['sec-fetch-site'];
  return {
    refresh: cookieOf(headers.cookie ?? '', SESSION_COOKIE) ?? '',
    // The server of a site sends `user-agent: pc`, and the browser's value in another header.
    userAgent: String(headers['x-forwarded-user-agent'] ?? headers['user-agent'] ?? ''),
    // Pages of other sites can send this header only after a CORS preflight, which the API does not allow.
    sameOrigin: headers['x-app-version'] !== undefined && (fetchSite === undefined || fetchSite === 'same-origin'),
    setCookie: (cookie) => void cookies.push(cookie),
  };
}

function bodyOf({ body }: FastifyRequest): Members {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new ApiError('BAD_REQUEST', 'The body must be a JSON object.');
  return { ...body };
}

const queryOf = ({ query }: FastifyRequest): Members =>
  typeof query === 'object' && query !== null ? { ...query } : {};

function sectionOf(value: unknown): number {
  if (value === undefined) return DEFAULT_SECTION;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  throw new ApiError('BAD_REQUEST', 'section: must be a whole number');
}

function langOf(value: unknown): string {
  if (value === undefined) return DEFAULT_LANG;
  if (typeof value === 'string' && value.length <= 35) return value.toLowerCase();
  throw new ApiError('BAD_REQUEST', 'lang: must be a language tag such as en-us');
}

const tokenOf = (header: string | undefined) => /^Bearer +([\w-]{1,200})$/i.exec(header ?? '')?.[1] ?? '';

const deviceOf = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(header) ? header : '';
