import { authRefresh } from '#src/contract/calls/session.ts';
import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import { LOCALES, type Locale, localePrefix } from '#src/contract/locales.ts';
import { $localUid, $renewAt, $token } from './local-storage.ts';
import { notify } from './messages.ts';
import { $loading, $pageContext } from './page-context.ts';
import { platform } from './platform.ts';
import { forgetSession } from './session.ts';
import { currentToken, renewToken } from './token-renewal.ts';

/** The device id, created on first use. */
export function deviceUuid(): string {
  if ($localUid.get() === '') $localUid.set(platform().randomUuid());
  return $localUid.get();
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Locale whose content is requested; by default the page's locale. */
  readonly content?: Locale | undefined;
  /** Whether the request continues after the visitor leaves the page. */
  readonly keepalive?: boolean;
  /**
   * Whether to notify the visitor of every failure, even if the contract says otherwise. For callers that show no error
   * message themselves.
   */
  readonly notifies?: boolean;
}

/**
 * Calls the upstream for this visitor and handles a failure as the contract specifies. The token is renewed before it
 * expires, and when the upstream rejects it. If the upstream also rejects the new token, the visitor is signed out.
 */
export async function callUpstream<C extends AnyCall>(
  call: C,
  params: Params<C>,
  { signal, keepalive, content, notifies = false }: CallOptions = {},
): Promise<Result<Data<C>>> {
  const send = <K extends AnyCall>(requested: K, input: Params<K>, token: string) =>
    platform().client($pageContext.get().apiPrefix)(requested, input, {
      locale: content ?? LOCALES[$pageContext.get().locale],
      token,
      deviceUuid: deviceUuid(),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  const result = await countedCall(
    asVisitor(
      call,
      (token) => send(call, params, token),
      () => send(authRefresh, {}, ''),
    ),
  );
  $loading.set(false);
  if (!result.success) logFailure(call, result);
  if (!result.success && (notifies || isNotified(call, result))) await showFailure(result);
  return result;
}

async function asVisitor<C extends AnyCall>(
  { signedIn }: C,
  send: (token: string) => Promise<Result<Data<C>>>,
  refresh: () => Promise<Result<Data<typeof authRefresh>>>,
): Promise<Result<Data<C>>> {
  const token = await currentToken(refresh);
  const result = await send(token);
  if (result.status !== 401 || !signedIn || token === '') return result;
  const next = $renewAt.get() === null ? token : await renewToken(token, refresh);
  const second = next === token ? result : await send(next);
  if (second.status === 401 && $token.get() === next) await forgetSession();
  return second;
}

let pendingCalls = 0;

/** Counts running calls for the page's loading bar (docs/product.md, section 7). */
async function countedCall<T>(work: Promise<T>): Promise<T> {
  platform().waiting(++pendingCalls);
  return work.finally(() => platform().waiting(--pendingCalls));
}

const isNotified = ({ onFailure, errorsInPlace }: AnyCall, { errors }: Result<unknown>) =>
  onFailure === 'notify' && !errors.some(({ code }) => errorsInPlace.some((each) => each === code));

/** Logs a failed call (docs/product.md, section 8), unless its caller aborted it. */
function logFailure({ name }: AnyCall, { status, errors }: Result<unknown>): void {
  const [first] = errors;
  if (first?.code !== 'CLIENT_ABORTED') platform().log(`${name}: ${status} ${first?.code}: ${first?.message}`);
}

/** Notifies the visitor of a failed call (docs/product.md, section 8). */
async function showFailure(result: Result<unknown>): Promise<void> {
  const client = await import('#src/contract/client/error-action.ts').catch(() => undefined);
  const failure = client?.errorActionOf(result, { pageCall: false });
  if (!failure) return;
  if (failure.kind === 'notification') notify(failure.message);
  if (failure.kind === 'redirect') platform().goTo(localePrefix($pageContext.get().locale) + failure.to);
}
