import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import { parseJson, readAnswer } from '../answer.ts';
import { exchange } from '../exchange.ts';
import { toFault } from '../fault.ts';
import { buildRequest } from '../request.ts';
import type { Transport, WireAnswer, WireRequest } from '../types.ts';

/** How a call is asked, where it differs from the plain way. */
export interface How {
  readonly section?: number;
  readonly lang?: string;
  /** Section and lang of a POST in its query instead of its body. */
  readonly inQuery?: boolean;
  readonly ifNoneMatch?: string;
  readonly token?: string;
  readonly deviceUuid?: string;
}

/** An answer with the question; status 0 and `problem` where none came. */
export interface Asked extends WireAnswer {
  readonly where: string;
  readonly json: unknown;
  readonly problem?: string;
}

export interface Asker {
  ask<C extends AnyCall>(call: C, params: Params<C>, how?: How): Promise<Asked>;
  result<C extends AnyCall>(call: C, params: Params<C>, how?: How): Promise<Result<Data<C>>>;
  /** The data of an answer that keeps the contract, undefined for any other. */
  dataOf<C extends AnyCall>(call: C, params: Params<C>, how?: How): Promise<Data<C> | undefined>;
  /** Asks for a file below the prefix. */
  fetch(path: string): Promise<Asked>;
}

export interface AskerOptions {
  readonly prefix: string;
  readonly locale: Locale;
  readonly timeoutMs: number;
}

/** Asks once and never again: a fault that passes by itself is a fault too. */
export function createAsker(send: Transport, { prefix, locale, timeoutMs }: AskerOptions): Asker {
  const sent = async (request: WireRequest): Promise<Asked> => {
    const where = [request.method, request.target, request.body].filter(Boolean).join(' ');
    try {
      const answer = await exchange(send, request, { repeatable: false, timeoutMs });
      return { ...answer, where, json: parseJson(answer.body) };
    } catch (error) {
      const { message } = toFault(error, request.name);
      return { where, status: 0, etag: undefined, contentType: undefined, body: '', json: undefined, problem: message };
    }
  };
  const ask: Asker['ask'] = (call, params, how = {}) => {
    const request = buildRequest(call, params, contextOf(locale, how), prefix);
    const { ifNoneMatch } = how;
    return sent(ifNoneMatch ? { ...request, headers: { ...request.headers, 'if-none-match': ifNoneMatch } } : request);
  };
  const result: Asker['result'] = async (call, params, how) => readAnswer(call, await ask(call, params, how));
  return {
    ask,
    result,
    async dataOf(call, params, how) {
      const { success, data } = await result(call, params, how);
      return success === 1 ? data : undefined;
    },
    fetch: (path) => sent({ name: path, method: 'GET', target: prefix + path, headers: {}, body: undefined }),
  };
}

function contextOf(locale: Locale, { section, lang, inQuery, token, deviceUuid }: How) {
  return {
    locale: { ...locale, lang: lang ?? locale.lang, postParamsInQuery: inQuery ?? false },
    ...(section === undefined ? {} : { section }),
    ...(token === undefined ? {} : { token }),
    ...(deviceUuid === undefined ? {} : { deviceUuid }),
  };
}
