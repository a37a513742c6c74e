import { Parser } from 'htmlparser2';

/** Attributes whose value is a URL that a browser loads or opens. */
const ADDRESSES = new Set(['href', 'src', 'srcset', 'action', 'formaction', 'poster']);
const HOSTILE_ADDRESS = /^\s*(?:javascript:|\/\/evil\.example)/i;
const HOSTILE_SCRIPT = /^\s*alert\(/;

/**
 * Finds hostile content that a browser would run or load: an element, or an attribute with its value. Texts and other
 * attributes may contain anything, because they are only displayed.
 * @returns the first one; undefined if there is none
 */
export function codeIn(html: string): string | undefined {
  let found: string | undefined;
  let isScript = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      isScript = name === 'script';
      for (const [attribute, value] of Object.entries(attributes)) {
        const isLoaded = ADDRESSES.has(attribute) && HOSTILE_ADDRESS.test(value);
        if (isLoaded || attribute.startsWith('on')) found ??= `${name} with ${attribute}="${value}"`;
      }
    },
    ontext(text) {
      if (isScript && HOSTILE_SCRIPT.test(text)) found ??= `<script>${text}`;
    },
    onclosetag() {
      isScript = false;
    },
  });
  parser.end(html);
  return found;
}
