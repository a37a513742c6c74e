import { fstatSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { printError, withVisibleControls } from './print.ts';
import { requestId } from './request-id.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * A structured log based on pino. Each message is one line of JSON: `level`, `time` (ISO 8601), `requestId` (of the
 * current request), the fields, `msg`.
 */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Returns a log that adds these fields, such as the id of a run, to each message. */
  child(fields: LogFields): Log;
}

/** Fields whose values are never written, up to three levels deep. */
const SECRET_FIELDS = [
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  'set-cookie',
  'Set-Cookie',
  'password',
  'secret',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'id_token',
  'privateKey',
];
const quote = (name: string) => `["${name}"]`;
const REDACTED_PATHS = SECRET_FIELDS.map(quote).flatMap((name) => [name, `*${name}`, `*.*${name}`]);
const BEARER = /\b(Bearer|Basic) [\w.~+/=-]+/gi;
/** Matches a secret parameter of a URL, such as `?token=…`. */
const SECRET_PARAMETER = /([?&](?:access_token|code|secret|token)=)[^&\s"]+/gi;

const withoutSecrets = (text: string) =>
  text.replaceAll(BEARER, '$1 [redacted]').replaceAll(SECRET_PARAMETER, '$1[redacted]');

/**
 * @param level minimum level of messages to write
 * @param write writes a finished line, including its line feed; default: to standard error, in a readable format on a
 * terminal
 */
export function createLog(level: LogLevel = 'info', write: (line: string) => void = writeToStandardError): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: fieldsWithoutSecrets },
      mixin: requestFields,
      redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    },
    { write },
  );
  return logOver(logger);
}

function logOver(logger: Logger): Log {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) =>
      logger[level](fields, withoutSecrets(message));
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => logOver(logger.child(fields)),
  };
}

const requestFields = () => {
  const id = requestId();
  return id === undefined ? {} : { requestId: id };
};

const fieldsWithoutSecrets = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? withoutSecrets(value) : value]),
  );

const STANDARD_ERROR = 2;
let goesToFile: boolean | undefined;

/**
 * Writes to standard error. Writing to a file fails while the disk is full and works again later, but Node's stream
 * would end after the first failure.
 */
function writeToStandardError(line: string): void {
  goesToFile ??= isMainThread && !process.stderr.isTTY && isFile(STANDARD_ERROR);
  if (!goesToFile) {
    printError(process.stderr.isTTY ? readableLine(line) : line);
    return;
  }
  try {
    writeSync(STANDARD_ERROR, withVisibleControls(line));
  } catch {
    // If the log cannot be written, there is no other place to report that.
  }
}

/** Whether the descriptor is a file. Writing to a pipe or socket might block. */
function isFile(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return !stat.isFIFO() && !stat.isSocket();
  } catch {
    return false;
  }
}

/** Formats a line of JSON as `time level message fields`. */
export function readableLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const fieldsText = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
  return `${time} ${level} ${String(msg).replaceAll(/[\r\n\u2028\u2029]+/g, ' ')}${fieldsText}\n`;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silentLog };
