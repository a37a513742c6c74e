import { type BrowserClientOptions, createBrowserClient } from '#src/contract/client/client.browser.ts';
import { failed } from '#src/contract/client/response.ts';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { AnyCall } from '#src/contract/index.ts';
import type { KeyValues } from './storage.ts';
import { ABSENT_CALLS } from './storage-keys.ts';

/** Time after which a call that the upstream lacked is sent again, because the upstream may have been updated. */
export const RETRY_ABSENT_MS = 10 * 60_000;

/** The parts of the platform that the client needs. */
interface Browser {
  readonly tabStorage: KeyValues;
  now(): number;
}

/**
 * Creates the API client of a page. A call that the upstream lacks (`CALL_ABSENT`) is not sent again by any page of this
 * tab for `RETRY_ABSENT_MS`, because browsers report each 404 as an error.
 */
export function createUpstreamClient(options: BrowserClientOptions, { tabStorage, now }: Browser): ApiClient {
  const send = createBrowserClient(options);
  const absent = () => absentCalls(tabStorage.get(ABSENT_CALLS));
  const isAbsent = ({ required, name }: AnyCall) => {
    const since = required ? undefined : absent().get(name);
    return since !== undefined && Math.abs(now() - since) < RETRY_ABSENT_MS;
  };
  return async (call, params, context) => {
    if (isAbsent(call))
      return failed(call, 404, [{ code: 'CALL_ABSENT', message: `${call.name}: the upstream lacks this call` }]);
    const result = await send(call, params, context);
    if (!call.required && result.errors.some(({ code }) => code === 'CALL_ABSENT'))
      tabStorage.set(ABSENT_CALLS, JSON.stringify(Object.fromEntries(absent().set(call.name, now()))));
    return result;
  };
}

/** Parses the stored value: the time of the last attempt by name of the call, in milliseconds since 1970. */
function absentCalls(text: string | null): Map<string, number> {
  try {
    const entries = Object.entries(Object(JSON.parse(text ?? '{}')));
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  } catch {
    return new Map();
  }
}
