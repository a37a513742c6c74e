import { ConfigError } from './errors.ts';

/** What a visitor of the terminal can do about a server that cannot listen. */
export function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new ConfigError(`Port ${port} is in use. End the other program or give another port with --port.`, {
    cause: error,
  });
}
