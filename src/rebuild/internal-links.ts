import { type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

const ADDRESSES = ['href', 'src', 'action', 'poster'];

/** Paths on the site itself that a page links to or loads, each once, percent-encoded, without query and hash. */
export function linksOf(html: string, page: string, origin: string): string[] {
  const paths = new Set<string>();
  for (const address of new Set(addressesOf(html))) {
    const url = URL.canParse(address, origin + page) ? new URL(address, origin + page) : undefined;
    if (url?.origin === origin) paths.add(url.pathname);
  }
  return [...paths];
}

/** Elements whose content is text alone, whatever it looks like. */
const TEXT: Readonly<Record<string, Tokenizer['state']>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
};

const nothing = () => {};
const UNHEEDED: Omit<TokenHandler, 'onStartTag'> = {
  onEndTag: nothing,
  onComment: nothing,
  onDoctype: nothing,
  onEof: nothing,
  onCharacter: nothing,
  onNullCharacter: nothing,
  onWhitespaceCharacter: nothing,
};

/** Of all start tags: a tree, which takes twice the time, would tell no more. */
function addressesOf(html: string): string[] {
  const found: string[] = [];
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      ...UNHEEDED,
      onStartTag({ tagName, attrs }) {
        for (const { name, value } of attrs) {
          if (ADDRESSES.includes(name)) found.push(value);
          if (name === 'srcset') found.push(...value.split(',').map((one) => one.trim().split(/\s/)[0] ?? ''));
        }
        tokenizer.state = TEXT[tagName] ?? tokenizer.state;
      },
    },
  );
  tokenizer.write(html, true);
  return found;
}
