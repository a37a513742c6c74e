import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureOpenssl } from './web-servers.ts';

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/**
 * Makes a certificate that nobody else believes, where the generated configuration of nginx looks for it.
 * @param certificates folder of all certificates
 * @param hosts all names that it is for; its folder is called as the first
 */
export async function makeCertificate(certificates: string, hosts: readonly string[]): Promise<void> {
  const folder = join(certificates, hosts[0] ?? '');
  await mkdir(folder, { recursive: true });
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const subject = ['-days', '2', '-subj', '/CN=test', '-addext', `subjectAltName=${names}`];
  await promisify(execFile)(await ensureOpenssl(), ['req', '-x509', ...EC, ...files, ...subject]);
}
