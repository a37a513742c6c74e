import { connect } from 'node:net';

/** Time without data, in ms, after which a response on an open connection counts as complete. */
const IDLE_MS = 150;

/**
 * Sends bytes on a new connection.
 * @param silenceMs how long to wait for the first byte, in ms
 * @returns the response, in latin1
 */
export function exchange(port: number, bytes: Uint8Array, silenceMs: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const finish = () => {
      clearTimeout(idle);
      clearTimeout(silence);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    const silence = setTimeout(finish, silenceMs);
    let idle: NodeJS.Timeout | undefined;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(silence);
      clearTimeout(idle);
      idle = setTimeout(finish, IDLE_MS);
    });
    socket.on('error', finish).on('close', finish);
  });
}
