import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureOpenssl } from './web-servers.ts';

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/**
 * Creates a self-signed certificate in the folder in which the generated nginx configuration looks for it.
 * @param certificates folder for all certificates
 * @param hosts all host names of the certificate; the folder is named after the first one
 */
export async function makeCertificate(certificates: string, hosts: readonly string[]): Promise<void> {
  const folder = join(certificates, hosts[0] ?? '');
  await mkdir(folder, { recursive: true });
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const subject = ['-days', '2', '-subj', '/CN=test', '-addext', `subjectAltName=${names}`];
  await promisify(execFile)(await ensureOpenssl(), ['req', '-x509', ...EC, ...files, ...subject]);
}
