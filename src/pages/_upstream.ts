import { setTimeout as wait } from 'node:timers/promises';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { createServerClient, type ServerClient } from '#src/contract/client/client.server.ts';
import type { Locale } from '#src/contract/locales.ts';
import { createLog } from '#src/lib/log.ts';
import { isFirst } from '#src/lib/once-per-process.ts';
import type { Upstream } from '#src/shell/page/source.ts';

interface Connection {
  readonly client: ServerClient;
  /**
   * Settles when it is known which optional calls the upstream lacks, or after `MAX_PROBE_MS`. Calls wait for
   * this, so that the first page shows the same as later pages.
   */
  readonly probed: Promise<unknown>;
}

const connections = new Map<string, Connection>();

/** Default time limit of a call. */
const CALL_TIMEOUT_MS = 1500;

/** Maximum time that the first page of a brand waits for the probe. */
const MAX_PROBE_MS = 500;

/**
 * The upstream for reads without a session, in one locale. Pages with the same brand and time limit share the client.
 * @param timeoutMs time limit of a call; default 1.5 seconds
 */
export function upstreamFor(
  brand: PublicBrand,
  locale: Locale,
  origin: string | undefined,
  timeoutMs = CALL_TIMEOUT_MS,
): Upstream {
  const connection = () => connect(brand.apiPrefix, origin, timeoutMs);
  return {
    async call(call, params, content = locale) {
      const { client, probed } = connection();
      const [result] = await Promise.all([client.call(call, params, { locale: content }), probed]);
      return result;
    },
    lacks: (call) => connection().client.lacks(call),
  };
}

function connect(prefix: string, origin: string | undefined, timeoutMs: number): Connection {
  if (!origin) throw new Error('This page is rendered on request and needs an upstream, but none is configured.');
  const key = `${origin}${prefix} ${timeoutMs}`;
  const connection = connections.get(key) ?? open(prefix, origin, timeoutMs);
  connections.set(key, connection);
  return connection;
}

function open(prefix: string, origin: string, timeoutMs: number): Connection {
  const isFirstReport = (call: string) => isFirst(`${origin}${prefix} lacks ${call}`);
  const client = createServerClient({ origin, prefix, log: createLog(), timeoutMs, failFast: true, isFirstReport });
  return { client, probed: Promise.race([client.probe(), wait(MAX_PROBE_MS)]) };
}
