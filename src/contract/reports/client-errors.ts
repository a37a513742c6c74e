/** Reports of errors in visitors' browsers (docs/use/client-errors.md), for code in browsers and on the server. */

/** The path to which pages send error reports. */
export const CLIENT_ERRORS_PATH = '/_client-errors';

/**
 * Kinds of reports: uncaught errors, unhandled rejections, script files that did not load, islands that did not
 * hydrate.
 */
export const CLIENT_ERROR_KINDS = ['error', 'rejection', 'chunk', 'hydration'] as const;
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number];

export interface ClientError {
  readonly kind: ClientErrorKind;
  /** Class of the error, such as `TypeError`. */
  readonly name: string;
  /** The message after `redactMessage`, with only known words. */
  readonly message: string;
  /**
   * Frames of the stack, innermost first: `file.js:line:column` for a file in `/_astro/`, `page:line:column` for an
   * inline script, or only `file.js` for a file that did not load.
   */
  readonly frames: readonly string[];
}

export const MAX_FRAMES = 8;
const MAX_MESSAGE_WORDS = 24;
/** Maximum lengths in characters. Longer messages and stacks are truncated. */
const MAX_MESSAGE_LENGTH = 500;
const MAX_STACK_LENGTH = 8000;

/** Matches the name of a script file in `/_astro/`. */
export const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}\.js$/;

/**
 * Words that error messages of Chromium, Firefox, WebKit, React and Astro contain. All other words are replaced,
 * because they may be user input, names or tokens, which patterns cannot detect reliably.
 */
const WORDS = new Set(
  (
    'a abort aborted access accessed after allowed already an and any argument arguments array as assign assigned ' +
    "assignment at attempting await bad be because been before being bigint boolean but by call called can can't " +
    'canceled cancelled cannot catch character child circular class clone cloned closed closing code column configurable ' +
    'connection const constant construct constructor content context convert could cross-origin data database ' +
    "declaration defined delete denied deprecated descriptor did didn't different disconnected document does doesn't " +
    'dynamically element empty end error errors evaluating event exceed exceeded execute existing exists expected ' +
    'expression extensible failed failure fetch few fewer find for found from function get getter has have hook hooks ' +
    'html hydrating hydration identifier import imported importing in index indexeddb initial initialization ' +
    'initialize initialized input insecure insert instance instead integer interface internal interrupted invalid is ' +
    "isn't it iterable iterator json key length lexical limit line load loaded loading lock lost match maximum may media " +
    'memory method minified missing mode module more must name nan negative nested network networkerror new nil no node non not ' +
    'null number object objects observe of on only open operation option or out overflow parameter parent parse ' +
    'parsing pending permission position possible preload present previous primitive private promise prop properties ' +
    'property proxy quota range read reading readonly reason received recursion reduce reference regular rejected ' +
    'removed render rendered request required resource response result return returned run script security server ' +
    'service set setter setting signal size source stack state storage string structure suspended symbol syntax ' +
    'target text than that the this timed timeout to token too transaction tree trusted type unable undefined ' +
    'unexpected unknown unsupported unterminated update url use used user valid value values variable version wait ' +
    'was when while with without worker write'
  ).split(' '),
);
const REDACTED = '…';
/** Matches React's messages in production, which consist of a number and a URL that contains texts of the page. */
const REACT = /^Minified React error #(\d{1,3})\b/;

/** Replaces each word of an error message that is not in `WORDS` with `…`, to protect the visitor. Idempotent. */
export function redactMessage(message: string): string {
  const [react] = REACT.exec(message) ?? [];
  if (react !== undefined) return react;
  const words: string[] = [];
  for (const part of message.slice(0, MAX_MESSAGE_LENGTH).split(/\s+/)) {
    if (part === '') continue;
    const word = /^[("'`‘“]*([A-Za-z]+(?:['’-][A-Za-z]+)*)[)"'`’”.,:;!?]*$/.exec(part)?.[1]?.replace('’', "'") ?? '';
    const next = WORDS.has(word.toLowerCase()) ? word : REDACTED;
    if (next !== REDACTED || words.at(-1) !== REDACTED) words.push(next);
    if (words.length === MAX_MESSAGE_WORDS) break;
  }
  return words.join(' ');
}

const NAME = /^[A-Z][A-Za-z]{0,38}$/;
/** Returns the name of an error, or `Error` if that is not the name of an error class. */
export const errorName = (name: unknown): string =>
  typeof name === 'string' && NAME.test(name) && /(?:Error|Exception)$/.test(name) ? name : 'Error';

/** The page on which an error occurred. */
export interface Place {
  readonly origin: string;
  /** URL of the page, without query and fragment. */
  readonly page: string;
}

/**
 * Returns the frames of a stack that are in the site's scripts; undefined if the innermost frame is not, for example
 * because an extension caused the error.
 */
export function framesOf(stack: string, place: Place): string[] | undefined {
  const frames: string[] = [];
  let isInnermost = true;
  for (const line of stack.slice(0, MAX_STACK_LENGTH).split('\n')) {
    const [, address = '', row = '', column = ''] =
      /(?:^|[\s(@])([a-z][\w+.-]*:\S*?):(\d{1,7}):(\d{1,7})\)?$/i.exec(line) ?? [];
    if (address === '') continue;
    const name = fileOf(address, place);
    if (name !== undefined) frames.push(`${name}:${row}:${column}`);
    else if (isInnermost) return undefined;
    isInnermost = false;
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}

/**
 * Returns the name of the script file at a URL of the site, or `page` for an inline script; undefined for other URLs.
 */
export function fileOf(address: string, { origin, page }: Place): string | undefined {
  const [path = ''] = address.split(/[?#]/);
  const folder = `${origin}/_astro/`;
  if (path === page) return 'page';
  const name = path.startsWith(folder) ? path.slice(folder.length) : '';
  return FILE_NAME.test(name) ? name : undefined;
}
