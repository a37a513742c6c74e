import type { SiteClient } from '../site-client.ts';
import type { Finding } from '../types.ts';

const PATHS = ['/', '/genres?from=audit'];

/** Checks that every other host of the brand redirects to the first one with 308, keeping path and query. */
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
          message: `It responds with status ${status} and location ${location}, instead of 308 to ${origin}${path}.`,
        });
    }
  }
  return findings;
}
