import { createHash } from 'node:crypto';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';

/** A page view for the provider. */
export interface ViewEvent {
  readonly measurementId: string;
  readonly path: string;
  readonly title: string;
  readonly referrer: string;
  readonly lang: string;
  /** IP address. It leaves this process only in a hash that changes daily. */
  readonly address: string;
}

export interface MeasurementConfig {
  /** URL of the provider, such as the Measurement Protocol of Google Analytics 4. */
  readonly endpoint: string;
  /** Secret of each measurement id. Views with other ids are not forwarded. */
  readonly secrets: ReadonlyMap<string, string>;
}

export interface Measurement {
  /** Sends a view to the provider in the background. Never throws. */
  forward(view: ViewEvent): void;
  /** Waits for requests in progress. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/**
 * Maximum number of requests in progress. Further views are not forwarded, so that a slow provider cannot fill memory.
 */
const MAX_PENDING = 100;

/** Forwards page views to the configured provider (docs/use/measurement.md). */
export function createMeasurement(config: MeasurementConfig | undefined, log: Log, now: () => Date): Measurement {
  const pending = new Set<Promise<void>>();
  return {
    forward(view) {
      const secret = config?.secrets.get(view.measurementId);
      if (!config || secret === undefined || pending.size >= MAX_PENDING) return;
      const sending = send(config.endpoint, secret, view, now())
        .catch((error: unknown) => log.warn(`a page view could not be forwarded: ${messageOf(error)}`))
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    async close() {
      await Promise.all(pending);
    },
  };
}

async function send(endpoint: string, secret: string, view: ViewEvent, now: Date): Promise<void> {
  const url = new URL(endpoint);
  url.searchParams.set('measurement_id', view.measurementId);
  url.searchParams.set('api_secret', secret);
  const params = {
    page_location: view.path,
    page_title: view.title,
    page_referrer: view.referrer,
    language: view.lang,
  };
  const body = JSON.stringify({ client_id: clientId(view, secret, now), events: [{ name: 'page_view', params }] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the provider answered ${response.status}`);
}

/** Returns an id that distinguishes visitors within a day, and reveals nothing else about them. */
function clientId({ address }: ViewEvent, secret: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return createHash('sha256').update(`${secret} ${day} ${address}`).digest('hex').slice(0, 32);
}
