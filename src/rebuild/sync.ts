import type { PublicBrand } from '#src/brand/public.ts';
import { syncCatalogue } from '#src/catalogue/index.ts';
import { createServerCaller } from '#src/client/caller.server.ts';
import type { RebuildConfig } from './types.ts';

/** Longest time of a call: an upstream that hangs is given up well within a minute. */
const CALL_TIMEOUT_MS = 10_000;

/** Brings the brand's snapshot up to date. @returns the number of calls it took */
export async function syncStage(config: RebuildConfig, brand: PublicBrand, file: string): Promise<number> {
  const { upstream: origin, upstreamId = config.upstream, log, callTimeoutMs: timeoutMs = CALL_TIMEOUT_MS } = config;
  const closing: (() => Promise<void>)[] = [];
  let calls = 0;
  try {
    await syncCatalogue({
      file,
      locales: brand.locales,
      upstream: upstreamId + brand.apiPrefix,
      connect(conditional) {
        const caller = createServerCaller({
          origin,
          prefix: brand.apiPrefix,
          log,
          timeoutMs,
          connections: 8,
          conditional,
        });
        closing.push(caller.close);
        return {
          lacks: caller.lacks,
          probe: caller.probe,
          call(call, params, context) {
            calls += 1;
            return caller.call(call, params, context);
          },
        };
      },
    });
    return calls;
  } finally {
    await Promise.all(closing.map((close) => close()));
  }
}
