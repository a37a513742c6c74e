import type { PublicBrand } from '#src/brand/public.ts';
import { createServerCaller } from '#src/client/caller.server.ts';
import type { Locale } from '#src/contract/locales.ts';
import { createLog } from '#src/lib/log.ts';
import type { Upstream } from '#src/views/source.ts';

type ServerCaller = ReturnType<typeof createServerCaller>;

const callers = new Map<string, ServerCaller>();

/** The upstream for anonymous reads in one locale; its connections are kept per brand. */
export function upstreamFor(brand: PublicBrand, locale: Locale, origin: string | undefined): Upstream {
  const caller = () => callerOf(brand.apiPrefix, origin);
  return {
    call: (call, params) => caller().call(call, params, { locale }),
    lacks: (call) => caller().lacks(call),
  };
}

function callerOf(prefix: string, origin: string | undefined): ServerCaller {
  if (!origin) throw new Error('This page is rendered on request and needs an upstream, but none was given.');
  const key = origin + prefix;
  const caller = callers.get(key) ?? createServerCaller({ origin, prefix, log: createLog() });
  callers.set(key, caller);
  return caller;
}
