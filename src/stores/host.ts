import { atom } from 'nanostores';
import { failureOf } from '#src/client/failure.ts';
import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { environment } from './environment.ts';
import { $localUid, $token } from './local.ts';

/** What the page told the browser of itself. */
export interface Host {
  readonly apiPrefix: string;
  readonly locale: LocaleCode;
}

export const $host = atom<Host>({ apiPrefix: '/public', locale: 'en' });

/** True until the first load has finished (spec 3). */
export const $loading = atom(true);

/** Red banner on top, 3000 ms (spec 8). */
export const $notification = atom<string | null>(null);

export const NOTIFICATION_MS = 3000;

let hiding: ReturnType<typeof setTimeout> | undefined;

export function notify(message: string): void {
  $notification.set(message);
  clearTimeout(hiding);
  hiding = setTimeout(() => $notification.set(null), NOTIFICATION_MS);
}

export function setHost(host: Host): void {
  $host.set(host);
}

/** The device id, made when first needed. */
export function deviceUuid(): string {
  if ($localUid.get() === '') $localUid.set(environment().randomUuid());
  return $localUid.get();
}

/**
 * Calls the upstream as this visitor, and shows a failure as spec 8 says.
 * @param options `quiet`: the caller shows the failure itself
 */
export async function callUpstream<C extends AnyCall>(
  call: C,
  params: Params<C>,
  options: { quiet?: boolean; signal?: AbortSignal } = {},
): Promise<Result<Data<C>>> {
  const { apiPrefix, locale } = $host.get();
  const context = { locale: LOCALES[locale], token: $token.get(), deviceUuid: deviceUuid() };
  const signal = options.signal ? { signal: options.signal } : {};
  const result = await environment().caller(apiPrefix)(call, params, { ...context, ...signal });
  $loading.set(false);
  if (!result.success && !options.quiet) showFailure(result);
  return result;
}

function showFailure(result: Result<unknown>): void {
  const failure = failureOf(result, { pageCall: false });
  if (failure.kind === 'notification') notify(failure.message);
  if (failure.kind === 'redirect') environment().goTo(failure.to);
}
