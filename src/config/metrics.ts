import { ConfigError } from '#src/lib/errors.ts';

/** Where `/metrics` is served. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';

/** @throws ConfigError unless `text` is a port (on this machine only) or a host with a port */
export function metricsOf(text: string | undefined): MetricsAddress | undefined {
  if (!text) return undefined;
  const [, host = LOOPBACK, digits = ''] = /^(?:([^\s/@:]+|\[[\da-f:.]+\]):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== '' && port <= 65535) return { host: host.replace(/^\[|\]$/g, ''), port };
  throw new ConfigError(
    `LECTERN_METRICS is "${text}". Give a port such as 9464 for this machine alone, or an address such as 10.0.0.5:9464.`,
  );
}
