import { randomBytes, type ScryptOptions, scrypt as scryptOf, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { base64, type Scheme } from './password-scheme.ts';

/** Cost recommended by OWASP's password storage cheat sheet for scrypt: 128 MiB. */
const COST = { ln: 17, r: 8, p: 1 };
const TAG_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scryptOf);

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const head = () => `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$`;

/** The scheme for versions of Node without Argon2, and for hashes that were stored with such versions. */
export const scrypt: Scheme = {
  async hash(password) {
    const salt = randomBytes(16);
    return `${head()}${base64(salt)}$${base64(await tagOf(password, salt, COST, TAG_BYTES))}`;
  },
  async verify(password, stored) {
    const [, ln, r, p, salt, tag] = PHC.exec(stored) ?? [];
    if (salt === undefined || tag === undefined) return undefined;
    const storedTag = Buffer.from(tag, 'base64');
    const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
    return timingSafeEqual(storedTag, await tagOf(password, Buffer.from(salt, 'base64'), cost, storedTag.length));
  },
  isCurrent: (stored) => stored.startsWith(head()),
};

function tagOf(password: string, salt: Buffer, { ln, r, p }: typeof COST, length: number): Promise<Buffer> {
  const N = 2 ** ln;
  return derive(password, salt, length, { N, r, p, maxmem: 256 * N * r });
}
