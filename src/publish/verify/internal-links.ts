import { type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

const ADDRESSES = ['href', 'src', 'action', 'poster'];

/**
 * Paths on the same site that the page links to or loads: percent-encoded, without query and hash, without duplicates.
 */
export function internalLinks(html: string, page: string, origin: string): string[] {
  const paths = new Set<string>();
  for (const address of new Set(addressesOf(html))) {
    const url = URL.canParse(address, origin + page) ? new URL(address, origin + page) : undefined;
    if (url?.origin === origin) paths.add(url.pathname);
  }
  return [...paths];
}

/** Elements whose content is text, even if it looks like tags. */
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

/** Reads only start tags: building a tree takes twice as long and gives the same URLs. */
function addressesOf(html: string): string[] {
  const addresses: string[] = [];
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      ...IGNORED,
      onStartTag({ tagName, attrs }) {
        // The `action` of a POST form receives data, so it is not a link to follow.
        const isSent = attrs.some(({ name, value }) => name === 'method' && value.toLowerCase() === 'post');
        for (const { name, value } of attrs) {
          if (ADDRESSES.includes(name) && !(isSent && name === 'action')) addresses.push(value);
          if (name === 'srcset')
            addresses.push(...value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? ''));
        }
        tokenizer.state = TEXT[tagName] ?? tokenizer.state;
      },
    },
  );
  tokenizer.write(html, true);
  return addresses;
}
