import { fileURLToPath } from 'node:url';
import { ConfigError } from '#src/lib/errors.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Opens the store at a URL, as in `LECTERN_RELEASES`. Loads the S3 code only for a bucket.
 * @param address `s3://bucket/folder` or `file:///folder`
 */
export async function openStore(address: string): Promise<ObjectStore> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'file:' && url.host === '') {
    const { openFolderStore } = await import('./folder-store.ts');
    return openFolderStore(fileURLToPath(url));
  }
  if (url?.protocol === 's3:' && url.host !== '' && url.search === '') {
    const { openS3Store } = await import('./s3-store.ts');
    return openS3Store(url.host, prefixOf(url.pathname));
  }
  throw new ConfigError(
    `LECTERN_RELEASES is "${address}". Give a bucket such as s3://my-bucket/lectern, or a folder that machines share such as file:///srv/releases.`,
  );
}

function prefixOf(pathname: string): string {
  const path = decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
  return path === '' ? '' : `${path}/`;
}
