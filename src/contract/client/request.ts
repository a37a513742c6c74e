import { storableText } from '#src/lib/storable-text.ts';
import type { AnyCall } from '../index.ts';
import { headersOf } from './headers.ts';
import type { CallContext, HttpRequest } from './types.ts';

/**
 * Builds the HTTP request of a call (docs/product.md, section 7). `section` and `lang` are in the query of a GET, and
 * in the body of a POST, or in its query if the locale has `postParamsInQuery`. Undefined parameters are omitted.
 * Unpaired surrogates, which the API rejects, are replaced.
 * @param prefix the brand's API prefix, such as `/freenovel_api`
 */
export function buildRequest(
  call: Pick<AnyCall, 'name' | 'method' | 'path'>,
  params: Readonly<Record<string, unknown>>,
  context: CallContext,
  prefix: string,
): HttpRequest {
  const definedParams = Object.entries(params).filter(([, value]) => value !== undefined);
  const { locale } = context;
  const localeParams = [
    ['section', locale.section],
    ['lang', locale.lang],
  ] as const;
  const isGet = call.method === 'GET';
  const query = isGet ? [...definedParams, ...localeParams] : locale.postParamsInQuery ? localeParams : [];
  const body = locale.postParamsInQuery ? definedParams : [...definedParams, ...localeParams];
  return {
    name: call.name,
    method: call.method,
    target: `${prefix}${call.path}${queryOf(query)}`,
    headers: headersOf(context),
    body: isGet ? undefined : JSON.stringify(Object.fromEntries(body), storable),
    ...(context.keepalive ? { keepalive: true } : {}),
  };
}

const storable = (_key: string, value: unknown) => (typeof value === 'string' ? storableText(value) : value);

function queryOf(entries: readonly (readonly [string, unknown])[]): string {
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, storableText(String(value))]))}`;
}
