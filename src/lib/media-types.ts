import { extname } from 'node:path';

/** Content-Type by file extension. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.speculationrules': 'application/speculationrules+json',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.rss': 'application/rss+xml; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
  '.opds': 'application/atom+xml;profile=opds-catalog',
  '.opds2': 'application/opds+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
};

/** Media type of the site bundle's description of an image to draw: `{ covers }`, a list of paths on the upstream. */
export const COVERS_TYPE = 'application/vnd.lectern.covers+json';

export const mediaType = (file: string) => MEDIA_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
