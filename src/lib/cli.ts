import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError, EXIT, LecternError, messageOf } from './errors.ts';
import { print, printError } from './print.ts';
import { placeOfUnstorableText, UNSTORABLE_TEXT } from './storable-text.ts';
import { storageErrorOf } from './storage-error.ts';

type Parsed<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

export interface Command<O extends ParseArgsOptionsConfig> {
  /** Text for `--help`: what the command does, followed by its usage. */
  readonly help: string;
  readonly options: O;
  /** Whether the command accepts arguments in addition to its options. */
  readonly positionals?: boolean;
  /** @returns the exit code; undefined means 0 */
  run(values: Parsed<O>['values'], positionals: string[]): Promise<number | void>;
}

/**
 * Infers the types of a command's values from its options. The command rejects arguments with characters that no store
 * accepts (storable-text.ts).
 */
export const defineCommand = <const O extends ParseArgsOptionsConfig>(command: Command<O>): Command<O> => ({
  ...command,
  async run(values, positionals) {
    const option = placeOfUnstorableText(values);
    const name = option === undefined ? 'An argument' : `--${option}`;
    if (option !== undefined || placeOfUnstorableText(positionals) !== undefined)
      throw new ConfigError(`${name} ${UNSTORABLE_TEXT}. Remove the character.`);
    return command.run(values, positionals);
  },
});

/** Runs a command with the arguments of the process. Prints an error as one readable line and exits with its code. */
export async function runCommand<const O extends ParseArgsOptionsConfig>(command: Command<O>): Promise<void> {
  surviveFullOutput();
  try {
    const args = process.argv.slice(2);
    if (args.includes('--help') || args.includes('-h')) {
      print(`${command.help.trim()}\n`);
      return;
    }
    const { values, positionals } = parse(command, args);
    process.exitCode = (await command.run(values, positionals)) ?? EXIT.done;
  } catch (thrown) {
    const error = storageErrorOf(thrown) ?? thrown;
    printError(`${messageOf(error)}\n`);
    if (!(error instanceof LecternError) && error instanceof Error) printError(`${error.stack ?? ''}\n`);
    process.exitCode = error instanceof LecternError ? error.exitCode : EXIT.failure;
  }
}

/**
 * Keeps the process running when its output cannot be written. Without listeners, Node crashes with the stack of an
 * `error` event if standard output or error is a file on a full disk, or a pipe to a program that has exited. With
 * these listeners, a server continues, and a command whose result could not be written fails.
 */
function surviveFullOutput(): void {
  let isLost = false;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    isLost = true;
    // A reader that closes the pipe, such as `head`, is not an error.
    if (error.code !== 'EPIPE') printError(`${messageOf(storageErrorOf(error) ?? error)}\n`);
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
    throw new ConfigError(`${messageOf(error).replace(/\.?$/, '.')} Use --help to list the options.`, {
      cause: error,
    });
  }
}

/**
 * Resolves at the first SIGTERM or SIGINT, or when the parent process exits, if it is connected by an IPC channel. A
 * second signal ends the process immediately, as without a listener.
 */
export function untilTerminated(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      // This listener would keep the channel to the parent open, and so keep this process running.
      process.off('disconnect', stop);
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    process.once('disconnect', stop);
  });
}

/** Returns the error to report for a server that cannot listen. If the port is in use, the message says what to do. */
export function portError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new ConfigError(`Port ${port} is in use. Stop the other program, or set another port with --port.`, {
    cause: error,
  });
}
