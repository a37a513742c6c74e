import type { SiteClient } from '../site-client.ts';
import type { Finding } from '../types.ts';

const PATHS = ['/', '/genres?from=audit'];

/** Whether every other host of the brand leads to the first one by 308, with path and query. */
export async function checkHosts(client: SiteClient, origin: string, others: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const host of others) {
    for (const path of PATHS) {
      const { status, headers } = await client.at(host).get(path);
      const location = String(headers['location'] ?? 'nowhere');
      if (status !== 308 || location !== origin + path)
        findings.push({
          kind: 'host',
          url: `https://${host}${path}`,
          message: `It answers ${status} and leads to ${location}, not 308 to ${origin}${path}.`,
        });
    }
  }
  return findings;
}
