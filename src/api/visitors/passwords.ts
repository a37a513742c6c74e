import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { base64, type Scheme } from './password-scheme.ts';
import { scrypt } from './scrypt.ts';

/** Cost recommended by OWASP's password storage cheat sheet for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

const derive = promisify<'argon2id', crypto.Argon2Parameters, Buffer>(crypto.argon2 ?? (() => {}));

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const argon2id: Scheme = {
  async hash(password) {
    const nonce = crypto.randomBytes(16);
    const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...COST });
    return `${head()}${base64(nonce)}$${base64(tag)}`;
  },
  async verify(password, stored) {
    const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
    if (salt === undefined || tag === undefined) return undefined;
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const storedTag = Buffer.from(tag, 'base64');
    const nonce = Buffer.from(salt, 'base64');
    const tagOfPassword = await derive('argon2id', { message: password, nonce, tagLength: storedTag.length, ...cost });
    return crypto.timingSafeEqual(storedTag, tagOfPassword);
  },
  isCurrent: (stored) => stored.startsWith(head()),
};

const head = () => `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

/** Node has Argon2 since 24.7; older versions use scrypt. */
const current: Scheme = typeof crypto.argon2 === 'function' ? argon2id : scrypt;

/** Hashes a password. @returns the PHC string: algorithm, cost, salt and tag */
export const hashPassword = (password: string): Promise<string> => current.hash(password);

/** Verifies a password with a hash of any scheme. No password matches an account without one. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  return (await argon2id.verify(password, stored)) ?? (await scrypt.verify(password, stored)) ?? false;
}

/** Whether a hash has an outdated algorithm or cost. If so, the password should be hashed again when it is known. */
export const isOutdated = (stored: string): boolean => !current.isCurrent(stored);

let decoy: Promise<string> | undefined;

/** Takes as long as a real check, so that response times do not reveal whether an email has an account. */
export async function verifyDecoy(password: string): Promise<false> {
  decoy ??= hashPassword(crypto.randomBytes(16).toString('hex'));
  await verifyPassword(password, await decoy);
  return false;
}
