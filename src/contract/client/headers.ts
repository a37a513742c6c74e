import { APP_VERSION } from './limits.ts';
import type { CallContext } from './types.ts';

/** Returns the headers of a call (docs/product.md, section 7). Some browsers ignore `user-agent` and send their own. */
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
