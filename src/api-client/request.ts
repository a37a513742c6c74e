import type { AnyCall } from '#src/contract/index.ts';
import { storableText } from '#src/lib/storable-text.ts';
import { headersOf } from './headers.ts';
import type { CallContext, HttpRequest } from './types.ts';

/**
 * A call as its prefix, method, query, body and headers (product 7). Section and lang go with a GET's query and in a
 * POST's body, or for a locale with `postParamsInQuery` in the POST's query alone. Undefined parameters are left out.
 * Unpaired surrogates, which the API refuses, are replaced.
 * @param prefix the brand's, such as `/freenovel_api`
 */
export function buildRequest(
  call: Pick<AnyCall, 'name' | 'method' | 'path'>,
  params: Readonly<Record<string, unknown>>,
  context: CallContext,
  prefix: string,
): HttpRequest {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  const { locale } = context;
  const place = [
    ['section', locale.section],
    ['lang', locale.lang],
  ] as const;
  const isGet = call.method === 'GET';
  const query = isGet ? [...given, ...place] : locale.postParamsInQuery ? place : [];
  const body = locale.postParamsInQuery ? given : [...given, ...place];
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
