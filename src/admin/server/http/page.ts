import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CACHE_CONTROL } from '#src/lib/response-headers.ts';
import { AdminError } from './error.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Placeholder in index.html for the nonce of the response. */
const NONCE = '__NONCE__';

/**
 * The Content-Security-Policy of the page. MUI adds style elements, which require a nonce; nothing else is inline. The
 * page inserts no HTML except what the API has sanitised (src/admin/ui/app/trusted-html.ts).
 */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lectern-admin default',
  ].join('; ');

/** Address of the frame that previews a chapter as readers see it. The frame runs no scripts. */
const PREVIEW = '/preview.html';
const PREVIEW_HEADERS = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
};

/** Matches any spelling of `/api` that a proxy or router may treat as the API. */
const API = /^\/+api(?:\/|$)/i;

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * Serves the files of the built page, and index.html for every other address outside the API. The files are read once,
 * at startup. Unknown addresses of the API get 404, so that API clients never receive the page.
 */
export function addPage(app: FastifyInstance, folder: string | undefined): void {
  const files = folder === undefined ? new Map<string, Buffer>() : filesOf(folder);
  const index = files.get('/index.html')?.toString();
  app.get('/*', (request, reply) => {
    const [path = ''] = request.url.split(/[?#]/);
    if (path.startsWith('//')) throw new AdminError('bad_request', 'The path must start with a single slash.');
    if (API.test(decoded(path))) throw new AdminError('not_found', 'This address does not exist.');
    const file = path === '/' || path === '/index.html' ? undefined : files.get(path);
    return file ? sendFile(reply, path, file) : sendIndex(reply, index);
  });
}

function filesOf(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [`/${relative(folder, path).split(sep).join('/')}`, readFileSync(path)]));
}

function sendFile(reply: FastifyReply, path: string, file: Buffer): FastifyReply {
  // Vite writes files with a hash in their names to /assets/.
  const cache = path.startsWith('/assets/') ? CACHE_CONTROL.hashedFile : CACHE_CONTROL.page;
  return reply
    .headers({ 'cache-control': cache, ...(path === PREVIEW ? PREVIEW_HEADERS : {}) })
    .type(TYPES[extname(path)] ?? 'application/octet-stream')
    .send(file);
}

function sendIndex(reply: FastifyReply, index: string | undefined): FastifyReply {
  if (index === undefined)
    return reply.code(503).type('text/plain; charset=utf-8').send('The admin has not been built.\n');
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policyOf(nonce) })
    .type(TYPES['.html'] ?? '')
    .send(index.replaceAll(NONCE, nonce));
}
