import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from './ask.ts';

/** More than browsers send. */
const MOST_BYTES = 8192;

const FIRST_LINE = /^(GET|HEAD) (\/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*) HTTP\/1\.1\r\n/;
const VISIBLE = '[!-~\\x80-\\xff]';
const HEADER = new RegExp(
  `([A-Za-z0-9!#$%&'*+.^_\`|~-]+):[ \\t]*((?:${VISIBLE}(?:[\\t -~\\x80-\\xff]*${VISIBLE})?)?)\\r\\n`,
  'y',
);

/** They announce a body or another protocol, or are an agreement about the connection. */
const NOT_PLAIN = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'trailer', 'te']);

/**
 * The head of a plain GET or HEAD that fills `chunk` exactly and leaves the connection open. Undefined for whatever
 * else it is: a part, more than one request, a body, another version or spelling, a header that comes twice. Those are
 * for a whole parser, and where a request ends is beyond doubt for what is read here.
 */
export function readQuickHead(chunk: Buffer, socket: Pick<Socket, 'remoteAddress'>): RequestHead | undefined {
  if (chunk.length > MOST_BYTES) return undefined;
  const text = chunk.toString('latin1');
  const [line, method, url] = FIRST_LINE.exec(text) ?? [];
  if (line === undefined || !text.endsWith('\r\n\r\n')) return undefined;
  const headers: IncomingHttpHeaders = Object.create(null);
  const rawHeaders: string[] = [];
  let at = line.length;
  while (at < text.length - 2) {
    HEADER.lastIndex = at;
    const [header, name = '', value = ''] = HEADER.exec(text) ?? [];
    const key = name.toLowerCase();
    if (header === undefined || key in headers || NOT_PLAIN.has(key)) return undefined;
    headers[key] = value;
    rawHeaders.push(name, value);
    at += header.length;
  }
  if (headers.host === undefined || !staysOpen(headers)) return undefined;
  return { method, url, headers, rawHeaders, socket };
}

const staysOpen = ({ connection }: IncomingHttpHeaders) =>
  connection === undefined || connection.toLowerCase() === 'keep-alive';
