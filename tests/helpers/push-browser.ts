import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The browser's side of Web Push: its public keys, and the decryption of messages (RFC 8291). */
export interface PushBrowser {
  readonly keys: { readonly p256dh: string; readonly auth: string };
  read(message: Buffer): string;
}

export function createBrowser(): PushBrowser {
  const pair = createECDH('prime256v1');
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    read(message) {
      const salt = message.subarray(0, 16);
      const idLength = message.readUInt8(20);
      const theirs = message.subarray(21, 21 + idLength);
      const sealed = message.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
      const shared = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32));
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', shared, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const record = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      if (record.at(-1) !== 2) throw new Error('The record is not the final one.');
      return record.subarray(0, -1).toString('utf8');
    },
  };
}
