import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError, EXIT, LecternError, messageOf } from './errors.ts';
import { storageErrorOf } from './storage-error.ts';

type Parsed<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

export interface Command<O extends ParseArgsOptionsConfig> {
  /** Shown by `--help`: first line what it does, then usage. */
  readonly help: string;
  readonly options: O;
  /** Whether the command takes arguments besides its options. Otherwise an argument is wrong use. */
  readonly positionals?: boolean;
  /** @returns the exit code; nothing means 0. */
  run(values: Parsed<O>['values'], positionals: string[]): Promise<number | void>;
}

/** Runs a command with the arguments of the process. An error becomes one readable line and its exit code. */
export async function runCommand<const O extends ParseArgsOptionsConfig>(command: Command<O>): Promise<void> {
  surviveFullOutput();
  try {
    const args = process.argv.slice(2);
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(`${command.help.trim()}\n`);
      return;
    }
    const { values, positionals } = parse(command, args);
    process.exitCode = (await command.run(values, positionals)) ?? EXIT.done;
  } catch (thrown) {
    const error = storageErrorOf(thrown) ?? thrown;
    process.stderr.write(`${messageOf(error)}\n`);
    if (!(error instanceof LecternError) && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    process.exitCode = error instanceof LecternError ? error.exitCode : EXIT.failure;
  }
}

/**
 * Where standard output or error go to a file on a full disk, or to a program that has ended, Node would end with the trace
 * of an event. A server goes on; a command whose result could not be written has failed.
 */
function surviveFullOutput(): void {
  let isLost = false;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    isLost = true;
    // Whoever read as far as it wanted needs no message.
    if (error.code !== 'EPIPE') process.stderr.write(`${messageOf(storageErrorOf(error) ?? error)}\n`);
  });
  process.on('exit', () => {
    if (isLost && process.exitCode === EXIT.done) process.exitCode = EXIT.failure;
  });
}

function parse<O extends ParseArgsOptionsConfig>(command: Command<O>, args: string[]): Parsed<O> {
  const { options, positionals = false } = command;
  try {
    return parseArgs({ options, args, allowPositionals: positionals }) as Parsed<O>;
  } catch (error) {
    throw new ConfigError(`${messageOf(error).replace(/\.?$/, '.')} Use --help to see what there is.`, {
      cause: error,
    });
  }
}

/**
 * Resolves at the first SIGTERM or SIGINT, and where the process that started this one with a channel to it is gone. A
 * second signal ends the process at once, as if nothing listened.
 */
export function untilTerminated(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      // A listener keeps the channel to the parent open, and with it this process.
      process.off('disconnect', stop);
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    process.once('disconnect', stop);
  });
}

/** The error of a server that cannot listen. Where the port is in use, its message says what to do. */
export function portError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new ConfigError(`Port ${port} is in use. End the other program or give another port with --port.`, {
    cause: error,
  });
}
