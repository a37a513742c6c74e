import { APP_VERSION } from './limits.ts';
import type { CallContext } from './types.ts';

/** Headers of every call (product 7). Browsers that guard `user-agent` keep their own and drop this one. */
export function headersOf({ token = '', deviceUuid = '' }: Omit<CallContext, 'locale'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'device-uuid': deviceUuid,
    'x-app-version': APP_VERSION,
    'user-agent': 'pc',
    ua: 'wap',
  };
}
