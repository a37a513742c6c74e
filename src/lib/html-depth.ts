/**
 * How deep elements stand in one another in HTML that no parser has seen yet. The time of a parser grows with the product
 * of length and depth, that of this scan with the length alone. Tags and ends are found as the sanitiser's parser
 * (htmlparser2) finds them: start tags without an end count, `<b/>` and `</i>` end no `<b>`.
 * @param most the scan ends once it is exceeded
 * @returns the greatest depth, at most `most + 1`
 */
export function htmlDepth(html: string, most: number): number {
  const scan = new DepthScan(html);
  while (scan.deepest <= most && scan.next());
  return Math.min(scan.deepest, most + 1);
}

const words = (text: string) => new Set(text.split(' '));

const VOID = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
);
/** Elements whose content is text, even where it looks like tags. */
const TEXT = words('iframe noembed noframes plaintext script style textarea title xmp');
/** Elements that hold HTML within images and formulas, where other rules are in force. */
const INTEGRATION = words('mi mo mn ms mtext annotation-xml desc title');
const BLOCKS =
  'h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol p pre section table ul';
/** A start tag ends these elements, where one is the innermost. */
const ENDED_BY = new Map<string, ReadonlySet<string>>([
  ...BLOCKS.split(' ').map((name) => [name, words('p')] as const),
  ['a', words('a')],
  ['li', words('li')],
  ['dt', words('dt dd')],
  ['dd', words('dt dd')],
  ['rt', words('rt rp')],
  ['rp', words('rt rp')],
  ['tr', words('tr th td')],
  ['th', words('th')],
  ['td', words('th td')],
  ['tbody', words('thead tbody')],
  ['tfoot', words('thead tbody')],
]);

type Kind = 'html' | 'svg' | 'math';

interface OpenElement {
  readonly name: string;
  /** By which rules its content is read. */
  readonly content: Kind;
}

function contentOf(name: string, around: Kind): Kind {
  if (name === 'svg' || name === 'math') return name;
  return INTEGRATION.has(name) || (name === 'foreignobject' && around === 'svg') ? 'html' : around;
}

/** Elements that are open, innermost last. A start and its end take constant time together. */
class OpenElements {
  readonly #elements: OpenElement[] = [];
  readonly #counts = new Map<string, number>();

  get depth(): number {
    return this.#elements.length;
  }

  get isForeign(): boolean {
    return this.#content !== 'html';
  }

  get #content(): Kind {
    return this.#elements.at(-1)?.content ?? 'html';
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  start(name: string): void {
    const ended = ENDED_BY.get(name);
    while (ended?.has(this.#elements.at(-1)?.name ?? '')) this.endInnermost();
    this.#elements.push({ name, content: contentOf(name, this.#content) });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  end(name: string): void {
    if (this.has(name)) while (this.endInnermost() !== name);
  }

  endInnermost(): string {
    const { name = '' } = this.#elements.pop() ?? {};
    this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
    return name;
  }
}

const EXCLAMATION = 0x21;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
const isNameEnd = (code: number) => code === SLASH || code === GREATER || isBlank(code);
const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

class DepthScan {
  deepest = 0;
  readonly #html: string;
  readonly #open = new OpenElements();
  readonly #found = new Map<string, number>();
  #at = 0;
  /** The element whose content is text here. */
  #text = '';
  /** What looks like elements within an `iframe`: the sanitiser reads that once more by itself. */
  #inFrames = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Reads as far as the next tag's or comment's end. @returns false where there is none */
  next(): boolean {
    const place = this.#html.indexOf('<', this.#at);
    if (place < 0) return false;
    this.#at = place + 1;
    const code = this.#code();
    if (this.#text === 'iframe') this.#countInFrame();
    if (code === SLASH) this.#readEnd();
    else if (this.#text !== '') return true;
    else if (isLetter(code)) this.#readStart();
    else if (code === EXCLAMATION || code === QUESTION) this.#skipComment();
    return true;
  }

  #countInFrame(): void {
    this.#inFrames += 1;
    this.#note(this.#open.depth);
  }

  #readStart(): void {
    const isForeign = this.#open.isForeign;
    const read = this.#readName();
    const name = read === 'image' && !isForeign ? 'img' : read;
    // A form within a form counts for nothing.
    const isElement = !VOID.has(name) && !(name === 'form' && this.#open.has(name));
    if (isElement) this.#open.start(name);
    this.#note(this.#open.depth);
    const isClosed = this.#skipAttributes();
    if (isElement && isClosed && this.#open.isForeign) this.#open.endInnermost();
    if (TEXT.has(name) && !isForeign) this.#text = name;
  }

  #readEnd(): void {
    this.#at += 1;
    const name = isLetter(this.#code()) ? this.#readName() : '';
    if (this.#text !== '' && this.#text !== name) return;
    this.#text = '';
    // Such an end stands for a whole paragraph.
    if (name === 'p' && !this.#open.has(name)) this.#note(this.#open.depth + 1);
    this.#open.end(name);
    this.#skipTo('>');
  }

  #note(depth: number): void {
    this.deepest = Math.max(this.deepest, depth + this.#inFrames);
  }

  #readName(): string {
    const from = this.#at;
    while (this.#at < this.#html.length && !isNameEnd(this.#code())) this.#at += 1;
    return this.#html.slice(from, this.#at).toLowerCase();
  }

  /** To after the `>` of the tag. @returns whether a slash stands before that */
  #skipAttributes(): boolean {
    let isClosed = false;
    for (; this.#at < this.#html.length; ) {
      const code = this.#code();
      if (code !== SLASH && !isBlank(code)) {
        if (code === GREATER) break;
        this.#skipAttribute();
        isClosed = false;
        continue;
      }
      isClosed = code === SLASH || isClosed;
      this.#at += 1;
    }
    this.#at += 1;
    return isClosed;
  }

  /** The first character is one of the name, even `=`. */
  #skipAttribute(): void {
    this.#at += 1;
    while (this.#at < this.#html.length && this.#code() !== EQUALS && !isNameEnd(this.#code())) this.#at += 1;
    this.#skipBlanks();
    if (this.#code() !== EQUALS) return;
    this.#at += 1;
    this.#skipBlanks();
    const quote = this.#html.charAt(this.#at);
    if (quote === '"' || quote === "'") {
      this.#at += 1;
      this.#skipTo(quote);
    } else while (this.#at < this.#html.length && this.#code() !== GREATER && !isBlank(this.#code())) this.#at += 1;
  }

  #skipBlanks(): void {
    while (isBlank(this.#code())) this.#at += 1;
  }

  /** Over `<!…>`, `<?…>`, a comment or a CDATA section. */
  #skipComment(): void {
    const begins = (text: string) => this.#html.startsWith(text, this.#at);
    if (begins('![CDATA[')) this.#skipTo(']]>');
    else if (begins('!-->') || begins('!--->') || !begins('!--')) this.#skipTo('>');
    else {
      this.#at += 3;
      this.#at = Math.min(this.#endOf('-->'), this.#endOf('--!>'));
    }
  }

  #skipTo(end: string): void {
    this.#at = this.#endOf(end);
  }

  /** The place after the next `end`, or the end of all. Each is looked for once, however many comments there are. */
  #endOf(end: string): number {
    let place = this.#found.get(end) ?? -1;
    if (place < this.#at) {
      const found = this.#html.indexOf(end, this.#at);
      place = found < 0 ? this.#html.length : found;
      this.#found.set(end, place);
    }
    return Math.min(place + end.length, this.#html.length);
  }

  #code(): number {
    return this.#html.charCodeAt(this.#at);
  }
}
