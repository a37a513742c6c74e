import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { noneMatch } from '#src/lib/none-match.ts';
import type { RequestHead } from './ask.ts';
import { readQuickHead } from './quick-head.ts';
import { KEEP_ALIVE_S, type Wire } from './wire.ts';

/** A client that was told how long it may be silent gets a little longer. */
const SILENCE_MS = (KEEP_ALIVE_S + 1) * 1000;

/** What to answer a plain request with; undefined for what node:http is to answer. */
export type QuickAnswer = (head: RequestHead) => Wire | undefined | Promise<Wire | undefined>;

export interface QuickLane {
  /** Ends idle connections, and the others after their answer. */
  close(): void;
  /** Ends all connections at once. */
  destroy(): void;
}

/**
 * Stands between the connections of `server` and its parser. As long as plain requests come on a connection, one at a
 * time, they are answered here in a fraction of the time that node:http takes for one; with the first other request the
 * connection becomes node:http's for good.
 */
export function createQuickLane(server: Server, answer: QuickAnswer): QuickLane {
  const parsers = server.listeners('connection');
  const open = new Map<Socket, () => void>();
  let closing = false;
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    const connection = takeConnection(socket, { answer, isClosing: () => closing, leave });
    open.set(socket, connection.endWhenIdle);
    socket.once('close', () => open.delete(socket));
  });

  /** The parser's own listeners see the connection, and its first bytes, as if it had come this moment. */
  function leave(socket: Socket, chunk: Buffer): void {
    open.delete(socket);
    for (const listener of parsers) Reflect.apply(listener, server, [socket]);
    // Before the parser sees the bytes: it may have to pause the connection because of them.
    socket.resume();
    socket.emit('data', chunk);
  }
  return {
    close() {
      closing = true;
      for (const endWhenIdle of [...open.values()]) endWhenIdle();
    },
    destroy() {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

interface Lane {
  readonly answer: QuickAnswer;
  readonly isClosing: () => boolean;
  readonly leave: (socket: Socket, chunk: Buffer) => void;
}

function takeConnection(socket: Socket, { answer, isClosing, leave }: Lane): { endWhenIdle: () => void } {
  let waiting = false;
  let ended = false;

  const read = (chunk: Buffer) => {
    // A client that does not read what it asked for is node:http's to slow down.
    const head = isClosing() || socket.writableNeedDrain ? undefined : readQuickHead(chunk, socket);
    const wire = head && ask(head);
    if (!wire) giveAway(chunk);
    else if (wire instanceof Promise) void wait(head, wire, chunk);
    else write(head, wire);
  };
  /** What fails is asked again by node:http, which tells of it. */
  const ask = (head: RequestHead) => {
    try {
      return answer(head);
    } catch {
      return undefined;
    }
  };
  const wait = async (head: RequestHead, asked: Promise<Wire | undefined>, chunk: Buffer) => {
    waiting = true;
    socket.pause();
    const wire = await asked.catch(() => undefined);
    waiting = false;
    if (socket.destroyed) return;
    if (!wire) return giveAway(chunk);
    write(head, wire);
    if (ended) socket.end();
    else socket.resume();
  };
  const write = ({ method, headers }: RequestHead, wire: Wire) => {
    if (noneMatch(headers['if-none-match'], wire.tag)) socket.write(wire.notModified());
    else socket.write(method === 'HEAD' ? wire.head() : wire.get());
    if (isClosing()) socket.destroySoon();
  };
  /** Whoever has no more to ask may still wait for an answer. */
  const end = () => {
    ended = true;
    if (!waiting) socket.end();
  };
  const destroy = () => void socket.destroy();
  const giveAway = (chunk: Buffer) => {
    socket.setTimeout(0);
    socket.off('data', read).off('end', end).off('timeout', destroy).off('error', destroy);
    leave(socket, chunk);
  };
  socket.on('data', read).on('end', end).on('timeout', destroy).on('error', destroy);
  socket.setTimeout(SILENCE_MS);
  return { endWhenIdle: () => void (waiting || socket.destroySoon()) };
}
