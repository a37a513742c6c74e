import { authRefresh } from '#src/contract/calls/session.ts';
import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import { LOCALES, type Locale, localePrefix } from '#src/contract/locales.ts';
import { $localUid, $renewAt, $token } from './local-storage.ts';
import { notify } from './messages.ts';
import { $loading, $pageContext } from './page-context.ts';
import { platform } from './platform.ts';
import { forgetSession } from './session.ts';
import { currentToken, renewToken } from './token-renewal.ts';

/** The device id, made when first needed. */
export function deviceUuid(): string {
  if ($localUid.get() === '') $localUid.set(platform().randomUuid());
  return $localUid.get();
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Locale whose content is asked for; by default the page's own. */
  readonly content?: Locale | undefined;
  /** The request goes on when the page is left. */
  readonly keepalive?: boolean;
  /** A failure is notified, whatever the contract says of the call: this caller has no message of its own. */
  readonly notifies?: boolean;
}

/**
 * Calls the upstream as this visitor and does about a failure what the contract says of the call. The token is renewed before it ends, or where
 * it is refused; refused again it is forgotten.
 */
export async function callUpstream<C extends AnyCall>(
  call: C,
  params: Params<C>,
  { signal, keepalive, content, notifies = false }: CallOptions = {},
): Promise<Result<Data<C>>> {
  const send = <K extends AnyCall>(asked: K, given: Params<K>, token: string) =>
    platform().client($pageContext.get().apiPrefix)(asked, given, {
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

/** The page's loading bar follows calls (product 7). */
async function countedCall<T>(work: Promise<T>): Promise<T> {
  platform().waiting(++pendingCalls);
  return work.finally(() => platform().waiting(--pendingCalls));
}

const isNotified = ({ onFailure, errorsInPlace }: AnyCall, { errors }: Result<unknown>) =>
  onFailure === 'notify' && !errors.some(({ code }) => errorsInPlace.some((known) => known === code));

/** A failed call is logged (product 8); one that its own caller gave up is none. */
function logFailure({ name }: AnyCall, { status, errors }: Result<unknown>): void {
  const [first] = errors;
  if (first?.code !== 'CLIENT_ABORTED') platform().log(`${name}: ${status} ${first?.code}: ${first?.message}`);
}

/** Tells the visitor of a failed call as product 8 says. */
async function showFailure(result: Result<unknown>): Promise<void> {
  const client = await import('#src/api-client/error-action.ts').catch(() => undefined);
  const failure = client?.errorActionOf(result, { pageCall: false });
  if (!failure) return;
  if (failure.kind === 'notification') notify(failure.message);
  if (failure.kind === 'redirect') platform().goTo(localePrefix($pageContext.get().locale) + failure.to);
}
