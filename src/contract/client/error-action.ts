import type { Result } from '../index.ts';

/** How a page handles the result of a call (docs/product.md, section 8). */
export type ErrorAction =
  /** The call succeeded, or its client aborted it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'not-found' }
  /** `to` is appended to the prefix of the page's locale. */
  | { readonly kind: 'redirect'; readonly to: '/400' }
  /** The failure is only logged. */
  | { readonly kind: 'log' }
  /** The banner at the top of the page is shown for 3000 ms. */
  | { readonly kind: 'notification'; readonly message: string };

/** The message if neither the server nor the status has a text. */
export const HAS_ERROR = 'Has Error';

/** Decides how a page handles a result. @param options `pageCall`: whether the page cannot be shown without the call */
export function errorActionOf(result: Result<unknown>, { pageCall }: { readonly pageCall: boolean }): ErrorAction {
  const { status, desc } = result;
  const is = (code: string) => result.errors.some((error) => error.code === code);
  if (result.success === 1 || is('CLIENT_ABORTED')) return { kind: 'none' };
  if (is('CLIENT_TIMEOUT')) return { kind: 'log' };
  if (pageCall && (status === 404 || is('GONE') || is('UNAVAILABLE_FOR_LEGAL_REASONS'))) return { kind: 'not-found' };
  if (is('CALL_ABSENT')) return { kind: 'log' };
  if (status === 400) return { kind: 'redirect', to: '/400' };
  if (status === 404) return { kind: 'notification', message: desc || HAS_ERROR };
  return { kind: 'notification', message: STATUS_TEXTS[status] ?? HAS_ERROR };
}

/** Texts for statuses, because HTTP/2 responses contain none. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
