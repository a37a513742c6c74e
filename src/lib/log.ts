import { type Logger, pino, stdTimeFunctions } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;

/** A structured log over pino. Each message is one line of JSON: `level`, `time` (ISO 8601), the fields, `msg`. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log that adds these fields to each message, such as the id of a request. */
  child(fields: LogFields): Log;
}

/** Fields whose values are never written, at up to three levels of depth. */
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

/**
 * @param least level of the messages that are written
 * @param write takes a finished line with its line feed. By default it goes to standard error, on a terminal in a form
 *   that people read.
 */
export function createLog(least: LogLevel = 'info', write: (line: string) => void = writeToStandardError): Log {
  const logger = pino(
    {
      level: least,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
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
      logger[level](fields, message.replaceAll(BEARER, '$1 [redacted]'));
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => logOver(logger.child(fields)),
  };
}

function writeToStandardError(line: string): void {
  process.stderr.write(process.stderr.isTTY ? readableLine(line) : line);
}

/** A line of JSON as `time level message fields`. */
export function readableLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const rest = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
  return `${time} ${level} ${String(msg).replaceAll(/[\r\n\u2028\u2029]+/g, ' ')}${rest}\n`;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silentLog };
