import { withShortcodeNotes } from '../../manuscript/inline-notes.ts';

/** Elements that contain blocks. WordPress begins a new paragraph before and after their tags. */
const CONTAINER =
  'blockquote|div|section|article|aside|main|header|footer|figure|ul|ol|dl|table|thead|tbody|tfoot|tr|details|center';
const LEAF = 'p|h[1-6]|li|dt|dd|td|th|hr|figcaption|summary|pre|address|caption';
const CONTAINER_TAG = new RegExp(`</?(?:${CONTAINER})(?:\\s[^<>]*)?>`, 'gi');
const LEAF_OPEN = new RegExp(`<(?:${LEAF})(?:\\s[^<>]*)?/?>`, 'gi');
const LEAF_CLOSE = new RegExp(`</(?:${LEAF})>`, 'gi');
const STARTS_BLOCK = new RegExp(`^</?(?:${CONTAINER}|${LEAF})(?:[\\s/>])`, 'i');

/**
 * Converts the stored text of a post to HTML as WordPress does: with paragraphs, without block comments and shortcodes.
 */
export function postHtml(content: string): string {
  const isBlocks = content.includes('<!-- wp:');
  const own = withoutBlocks(content.replaceAll(/\r\n?/g, '\n'));
  const text = withoutShortcodes(withoutComments(withShortcodeNotes(own)));
  return isBlocks ? text : autoParagraphs(text);
}

/** Matches blocks that are not part of the text. A block without content, `<!-- wp:file /-->`, has no end. */
const OTHER_BLOCK =
  /<!-- wp:(embed|buttons|shortcode|social-links|spacer|search|file)(?=[ \n])(?![^<>]*\/-->)[\s\S]*?<!-- \/wp:\1 -->/g;

const withoutBlocks = (html: string) => html.replaceAll(OTHER_BLOCK, '');

/** Removes comments such as "<!--more-->" and "<!-- wp:paragraph -->". */
function withoutComments(html: string): string {
  const [head = '', ...rest] = html.split('<!--');
  return (
    head + rest.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : `&lt;!--${part}`)).join('')
  );
}

/**
 * Adds paragraphs to a text of the classic editor, which stores only line breaks. An empty line separates paragraphs,
 * and a single line break is kept. https://developer.wordpress.org/reference/functions/wpautop/
 */
function autoParagraphs(html: string): string {
  return outsidePreformatted(html, (part) => {
    const lines = part
      .split('\n')
      .map((line) => line.trim())
      .join('\n');
    const spaced = lines
      .replaceAll(CONTAINER_TAG, '\n\n$&\n\n')
      .replaceAll(LEAF_OPEN, '\n\n$&')
      .replaceAll(LEAF_CLOSE, '$&\n\n')
      .replaceAll(/\n*<br\s*\/?>\s*<br\s*\/?>\n*/gi, '\n\n');
    return spaced
      .split(/\n{2,}/)
      .map((block) => block.trim())
      .filter((block) => block !== '')
      .map((block) =>
        STARTS_BLOCK.test(block) ? block : `<p>${block.replaceAll(/(?<!<br>|<br ?\/>)\n/gi, '<br>\n')}</p>`,
      )
      .join('\n');
  });
}

/** Applies `change` to the text outside `pre` elements. */
function outsidePreformatted(html: string, change: (part: string) => string): string {
  return html
    .split(/(<pre[\s>][\s\S]*?<\/pre>)/i)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('\n');
}

/** Matches shortcodes that are removed together with their text. */
const REMOVED =
  /^(?:gallery|embed|audio|video|playlist|contact-form.*|fictioneer_.*|fcn_.*|su_button|ads?|adsense|ad_.*|wp_.*|donate|paypal|patreon.*|ko-?fi|next_?page|prev_?page|toc|widget.*|rev_slider)$/i;
const SHORTCODE =
  /\[(\[?)(\/?)([a-z][\w-]{0,40})((?:\s+[\w-]+\s*=\s*(?:"[^"\]]*"|'[^'\]]*'|[^\s"'\]]+))*)\s*(\/?)\](\]?)/gi;

/**
 * Removes shortcodes. The text between an unknown shortcode and its end is kept. A word in brackets that has no
 * attributes and no end, as in "[Status]", is not a shortcode.
 */
function withoutShortcodes(html: string): string {
  const ended = new Set([...html.matchAll(/\[\/([a-z][\w-]{0,40})\]/gi)].map(([, name = '']) => name.toLowerCase()));
  const opened = new Set(
    [...html.matchAll(SHORTCODE)].filter(([, , end]) => end === '').map(([, , , name = '']) => name.toLowerCase()),
  );
  const captions = html.replaceAll(
    /\[caption[^\]]*\]((?:<a\s[^>]*>)?\s*<img\s[^>]*>\s*(?:<\/a>)?)([^[]{0,2000})\[\/caption\]/gi,
    '<figure>$1<figcaption>$2</figcaption></figure>',
  );
  const emptied = captions.replaceAll(
    /\[(gallery|embed|audio|video|playlist)(?:\s[^\]]*)?\][^[]{0,2000}\[\/\1\]/gi,
    '',
  );
  return emptied.replaceAll(
    SHORTCODE,
    (all, start: string, end: string, name: string, attributes: string, self: string, escapeEnd: string) => {
      // "[[name]]" is an escaped "[name]".
      if (start !== '' && escapeEnd !== '') return all.slice(1, -1);
      const key = name.toLowerCase();
      const isShortcode =
        REMOVED.test(key) || attributes.trim() !== '' || self !== '' || (end === '' ? ended.has(key) : opened.has(key));
      return isShortcode ? start + escapeEnd : all;
    },
  );
}
