import { type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

const ADDRESSES = ['href', 'src', 'action', 'poster'];

/** Paths of the page's own site that it links to or loads: each once, percent-encoded, without query and hash. */
export function internalLinks(html: string, page: string, origin: string): string[] {
  const paths = new Set<string>();
  for (const address of new Set(addressesOf(html))) {
    const url = URL.canParse(address, origin + page) ? new URL(address, origin + page) : undefined;
    if (url?.origin === origin) paths.add(url.pathname);
  }
  return [...paths];
}

/** Elements whose content is text, even where it looks like tags. */
const TEXT: Readonly<Record<string, Tokenizer['state']>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
};

const nothing = () => {};
const IGNORED: Omit<TokenHandler, 'onStartTag'> = {
  onEndTag: nothing,
  onComment: nothing,
  onDoctype: nothing,
  onEof: nothing,
  onCharacter: nothing,
  onNullCharacter: nothing,
  onWhitespaceCharacter: nothing,
};

/** Reads start tags only: building a tree takes twice the time and gives the same addresses. */
function addressesOf(html: string): string[] {
  const found: string[] = [];
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      ...IGNORED,
      onStartTag({ tagName, attrs }) {
        // What a form sends is received, and there is no page to read at its address.
        const isSent = attrs.some(({ name, value }) => name === 'method' && value.toLowerCase() === 'post');
        for (const { name, value } of attrs) {
          if (ADDRESSES.includes(name) && !(isSent && name === 'action')) found.push(value);
          if (name === 'srcset') found.push(...value.split(',').map((one) => one.trim().split(/\s/)[0] ?? ''));
        }
        tokenizer.state = TEXT[tagName] ?? tokenizer.state;
      },
    },
  );
  tokenizer.write(html, true);
  return found;
}
