import { Agent, request } from 'undici';
import { encrypt, type Receiver } from './encrypt.ts';
import { publicLookup } from './endpoint.ts';
import type { PushKeys } from './keys.ts';
import { authorization } from './vapid.ts';

export interface PushMessage extends Receiver {
  readonly endpoint: string;
  readonly text: string;
  /** A newer message of a topic takes the place of one not yet delivered; at most 32 letters. */
  readonly topic: string;
  readonly keys: PushKeys;
  readonly contact: string;
}

/** What became of a message. `gone`: the browser no longer listens; `later`: try again, in so many seconds at least. */
export type Sent =
  | { readonly kind: 'sent' | 'gone' | 'refused' }
  | { readonly kind: 'later'; readonly seconds: number };

/** How long a push service keeps a message for a browser that is off. */
const KEPT_S = 2 * 86_400;
const TIMEOUT_MS = 10_000;

export interface PushSender {
  send(message: PushMessage, now: Date): Promise<Sent>;
  close(): Promise<void>;
}

/** @param inside also sends to addresses inside, such as the push service of a test */
export function createPushSender({ inside = false }: { inside?: boolean } = {}): PushSender {
  const connect = inside ? {} : { lookup: publicLookup };
  const agent = new Agent({ connections: 8, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, connect });
  return {
    async send({ endpoint, text, topic, keys, contact, ...receiver }, now) {
      const headers = {
        ttl: String(KEPT_S),
        urgency: 'normal',
        topic,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        authorization: authorization(endpoint, keys, contact, now),
      };
      const body = encrypt(Buffer.from(text), receiver);
      const answer = await request(endpoint, { method: 'POST', headers, body, dispatcher: agent }).catch(
        () => undefined,
      );
      await answer?.body.dump();
      return answer ? judge(answer.statusCode, Number(answer.headers['retry-after'])) : { kind: 'later', seconds: 0 };
    },
    close: () => agent.destroy(),
  };
}

function judge(status: number, seconds: number): Sent {
  if (status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) return { kind: 'later', seconds: Number.isFinite(seconds) ? seconds : 0 };
  return { kind: 'refused' };
}
