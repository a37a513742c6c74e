import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser gave for messages to it: base64url. */
export interface Receiver {
  readonly p256dh: string;
  readonly auth: string;
}

/** What is new with every message; a test gives that of RFC 8291, section 5. */
export interface Once {
  readonly salt: Uint8Array;
  readonly pair: ECDH;
}

const RECORD_SIZE = 4096;
/** After the text of a last record (RFC 8188, section 2). */
const END = Uint8Array.of(2);

/**
 * A message that only this browser can read: content coding aes128gcm (RFC 8188) with keys agreed as in RFC 8291. One
 * record, so at most about 4000 bytes.
 */
export function encrypt(text: Uint8Array, receiver: Receiver, { salt, pair }: Once = makeOnce()): Buffer {
  const theirs = Buffer.from(receiver.p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = derive(pair.computeSecret(theirs), Buffer.from(receiver.auth, 'base64url'), info, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(text), cipher.update(END), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([header(salt, ours), ...record]);
}

function makeOnce(): Once {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { salt: randomBytes(16), pair };
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

function header(salt: Uint8Array, key: Uint8Array): Buffer {
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_SIZE);
  sizes.writeUInt8(key.length, 4);
  return Buffer.concat([salt, sizes, key]);
}
