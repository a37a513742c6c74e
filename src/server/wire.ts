import { validateHeaderValue } from 'node:http';
import type { Form } from './answer.ts';

/** How long an idle connection is kept, in seconds. */
export const KEEP_ALIVE_S = 65;

/**
 * A 200 as the bytes that go over a connection which stays open, head and body in one piece: it is written in one
 * system call, and nothing of it is put together anew for a request but its date.
 */
export interface Wire {
  readonly tag: string;
  /** The same form for node:http; its body is a view of these bytes. */
  readonly form: Form;
  /** What it takes in memory. */
  readonly weight: number;
  get(): Uint8Array;
  head(): Uint8Array;
  notModified(): Uint8Array;
}

/** @throws for a header that HTTP cannot carry */
export function createWire({ tag, headers, bytes }: Form): Wire {
  const whole = stamped('200 OK', [...headers, 'Content-Length', `${bytes.length}`], bytes);
  const body = whole.bytes.subarray(whole.bodyAt);
  let unchanged: Stamped | undefined;
  return {
    tag,
    form: { status: 200, tag, headers, bytes: body },
    weight: whole.bytes.length + 2 * whole.bodyAt,
    get: () => atThisSecond(whole),
    head: () => atThisSecond(whole).subarray(0, whole.bodyAt),
    notModified() {
      unchanged ??= stamped('304 Not Modified', headers, new Uint8Array());
      return atThisSecond(unchanged);
    },
  };
}

interface Stamped {
  readonly bytes: Buffer;
  readonly dateAt: number;
  readonly bodyAt: number;
  /** The one that its date tells. */
  second: number;
}

/** Lines in node:http's order. */
function stamped(status: string, headers: readonly string[], body: Uint8Array): Stamped {
  const { second, date } = clock();
  const before = `HTTP/1.1 ${status}\r\n${headerLines(headers)}Date: `;
  const head = `${before}${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_S}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  return { bytes, dateAt: before.length, bodyAt: head.length, second };
}

function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** A date always has the same length, so that it can be written over the one before. */
function atThisSecond(known: Stamped): Buffer {
  const { second, date } = clock();
  if (known.second !== second) {
    known.bytes.write(date, known.dateAt, 'latin1');
    known.second = second;
  }
  return known.bytes;
}

let last = { second: 0, date: '' };

function clock(): { second: number; date: string } {
  const second = Math.floor(Date.now() / 1000);
  if (second !== last.second) last = { second, date: new Date(second * 1000).toUTCString() };
  return last;
}
