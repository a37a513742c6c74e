import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { base64, type Scheme } from './password-scheme.ts';
import { scrypt } from './scrypt.ts';

/** Cost as OWASP's password storage cheat sheet asks for Argon2id: 19 MiB, two passes, one lane. */
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
    const known = Buffer.from(tag, 'base64');
    const nonce = Buffer.from(salt, 'base64');
    const given = await derive('argon2id', { message: password, nonce, tagLength: known.length, ...cost });
    return crypto.timingSafeEqual(known, given);
  },
  isCurrent: (stored) => stored.startsWith(head()),
};

const head = () => `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

/** Node has Argon2 since 24.7; before it there is scrypt. */
const current: Scheme = typeof crypto.argon2 === 'function' ? argon2id : scrypt;

/** @returns the PHC string: algorithm, cost, salt and tag */
export const hashPassword = (password: string): Promise<string> => current.hash(password);

/** Whatever it was stored by; nothing fits an account without a password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  return (await argon2id.verify(password, stored)) ?? (await scrypt.verify(password, stored)) ?? false;
}

/** Stored by an algorithm or at a cost of former days: to be stored anew by whoever has the password in hand. */
export const isOutdated = (stored: string): boolean => !current.isCurrent(stored);

let decoy: Promise<string> | undefined;

/** Takes as long as a real check, so that the time of an answer does not tell whether an address has an account. */
export async function verifyNobody(password: string): Promise<false> {
  decoy ??= hashPassword(crypto.randomBytes(16).toString('hex'));
  await verifyPassword(password, await decoy);
  return false;
}
