import { createECDH } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import webPush from 'web-push';
import { createPublicLookup } from '#src/lib/public-address.ts';
import { isPublicEndpoint } from './endpoint.ts';

/** The key pair of a brand for Web Push (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  /** The key with which browsers subscribe: an uncompressed point of P-256. */
  readonly public: string;
  readonly private: string;
}

export interface PushMessage {
  readonly endpoint: string;
  /** The browser's public key and secret, base64url. */
  readonly p256dh: string;
  readonly auth: string;
  readonly text: string;
  /** At most 32 letters. A newer message of a topic replaces one that has not been delivered yet. */
  readonly topic: string;
  readonly keys: PushKeys;
  /** URL at which push services can contact the sender: `mailto:help@example.com`. */
  readonly contact: string;
}

/**
 * `gone`: the subscription has ended. `retry`: the message should be sent again after at least `seconds`. `silent`: the
 * service did not answer in time.
 */
export type PushResult =
  | { readonly kind: 'sent' | 'gone' | 'refused' | 'silent' }
  | { readonly kind: 'retry'; readonly seconds: number };

export interface PushSender {
  send(message: PushMessage): Promise<PushResult>;
  close(): Promise<void>;
}

const PRIVATE_KEY_BYTES = 32;
/** How long a push service keeps a message for an offline browser. */
const TTL_SECONDS = 2 * 86_400;
/** Time limit of a delivery, from the DNS lookup to the end of the response. */
const DELIVERY_TIMEOUT_MS = 10_000;
/**
 * Maximum number of bytes to read from a response. The connection can only be reused after the response has been read.
 */
const MAX_RESPONSE_BYTES = 16 * 1024;
const ENCODING = 'aes128gcm';

/** Parses a private key of P-256 in base64url. @returns undefined for any other text */
export function readPushKeys(text: string): PushKeys | undefined {
  const privateKey = Buffer.from(text, 'base64url');
  if (privateKey.length !== PRIVATE_KEY_BYTES || !/^[\w-]+$/.test(text)) return undefined;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey);
  } catch {
    return undefined;
  }
  return { public: pair.getPublicKey('base64url'), private: text };
}

interface SenderOptions {
  /** Allows private addresses, such as the push service of a test. */
  readonly allowPrivateAddresses?: boolean;
  readonly timeoutMs?: number;
  /** Resolves host names. Only for tests. */
  readonly lookup?: LookupFunction;
}

/**
 * Sends messages that `web-push` encrypts and signs. We send the requests ourselves: endpoints come from visitors, and
 * only our connection checks the address that a host name resolves to. Redirects are not followed.
 */
export function createPushSender({
  allowPrivateAddresses = false,
  timeoutMs = DELIVERY_TIMEOUT_MS,
  lookup = createPublicLookup(),
}: SenderOptions = {}): PushSender {
  const connect = allowPrivateAddresses ? {} : { lookup };
  const agent = new Agent({ connections: 8, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect });
  return {
    async send(message) {
      if (!allowPrivateAddresses && !isPublicEndpoint(message.endpoint)) return { kind: 'gone' };
      const { headers, body } = requestOf(message);
      const signal = AbortSignal.timeout(timeoutMs);
      const options = { method: 'POST', headers, body, dispatcher: agent, signal } as const;
      const response = await request(message.endpoint, options).catch(() => undefined);
      if (!response) return { kind: 'silent' };
      // Only the status matters, so errors while reading the body are ignored.
      await response.body.dump({ limit: MAX_RESPONSE_BYTES, signal }).catch(() => undefined);
      if (signal.aborted) return { kind: 'silent' };
      return resultOf(response.statusCode, response.headers['retry-after']);
    },
    close: () => agent.destroy(),
  };
}

function requestOf({ endpoint, p256dh, auth, text, topic, keys, contact }: PushMessage) {
  const { origin } = new URL(endpoint);
  const vapid = webPush.getVapidHeaders(origin, contact, keys.public, keys.private, ENCODING);
  const headers = {
    ttl: String(TTL_SECONDS),
    urgency: 'normal',
    topic,
    'content-encoding': ENCODING,
    'content-type': 'application/octet-stream',
    authorization: vapid.Authorization,
  };
  return { headers, body: webPush.encrypt(p256dh, auth, text, ENCODING).cipherText };
}

function resultOf(status: number, retryAfter: string | string[] | undefined): PushResult {
  if (status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const seconds = Number(retryAfter);
  if (status === 429 || status >= 500) return { kind: 'retry', seconds: Number.isFinite(seconds) ? seconds : 0 };
  return { kind: 'refused' };
}
