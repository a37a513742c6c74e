import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Cost as OWASP's password storage cheat sheet asks for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** @returns the PHC string: algorithm, cost, salt and tag */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...COST });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) return false;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const known = Buffer.from(tag, 'base64');
  const given = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: known.length,
    ...cost,
  });
  return timingSafeEqual(known, given);
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

let decoy: Promise<string> | undefined;

/** Takes as long as a real check, so that the time of an answer does not tell whether an address has an account. */
export async function verifyNobody(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(password, await decoy);
  return false;
}
