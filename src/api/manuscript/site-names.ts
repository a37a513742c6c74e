import { oneLine } from '../epub/text.ts';
import { parseHeading } from './headings/parse.ts';

/** Names of sites. General terms such as "web novel" count only with a domain. */
const SITES =
  'royal ?road|scribble ?hub|wattpad|web ?novel\\.com|archive of our own|ao3|fan ?fiction\\.net|fictionpress|novel ?updates|wuxia ?world|tapas (?:community|web ?comics)|inkitt|quotev|honeyfeed|neovel|moonquill|creative novels|light ?novel ?(?:pub|world|cave)|novel ?(?:full|bin|fire|hall|cool|buddy|usb)|box ?novel|readlightnovel|freewebnovel|syosetu|автор\\.тудей|author\\.today|литрес|фикбук|книга фанфиков';
const EASTERN_SITES =
  '小説家になろう|カクヨム|起点中文网|笔趣阁|筆趣閣|番茄小说|晋江文学城|novelpia|노벨피아|카카오페이지|문피아|truyenfull|truyện ?full';
const NAME = `(?:${SITES}|${EASTERN_SITES})(?:\\.(?:com|net|org|me))?`;
const DOMAIN = '[\\w-]{2,40}(?:\\.[\\w-]{2,40})?\\.(?:com|net|org|me|io|vn|ru|app)';
/**
 * Matches the name or the domain of a site at the end of a title, after a sign that titles rarely contain. Browsers
 * write `|` as `_` in names of files. FanFiction.net writes its name in its titles without its domain.
 */
const SUFFIX = new RegExp(
  `(?:(?:\\s*[|｜]\\s*|\\s+_\\s+)(?:${NAME}|${DOMAIN}|(?-i:FanFiction))|_(?:${EASTERN_SITES})|\\s*\\[(?:${NAME}|${DOMAIN})\\])\\s*$`,
  'iu',
);
/** Matches the name of a site after a dash. What follows a dash is more often part of the title. */
const WEAK_SUFFIX = new RegExp(`(?:\\s+[-–—·•:]\\s+|\\s*[-–—]{2}\\s*)(?:${NAME}|(?-i:WebNovel))\\s*$`, 'iu');
/** Matches a word and a number: "Ch. 12", "12". */
const LABEL = /^(?:\p{L}{1,20}\.?\s*)?#?[\d.]+$/u;
const MAX_SUFFIXES = 3;

/**
 * Removes the name of a site from the end of a title: "The Raft | Royal Road".
 * @param site name that the page itself states
 */
export function withoutSite(title: string, site?: string): string {
  let text = title;
  for (let count = 0; count < MAX_SUFFIXES; count += 1) {
    const shorter = withoutSuffix(withoutName(text, site));
    if (shorter === '' || shorter === text) break;
    text = shorter;
  }
  return text;
}

function withoutSuffix(text: string): string {
  const rest = text.replace(SUFFIX, '').trim();
  const shorter = rest.replace(WEAK_SUFFIX, '').trim();
  return isLabel(shorter) ? rest : shorter;
}

/** Whether a title has only a label and a number, or only a word such as "Prologue". What follows it is a title. */
function isLabel(text: string): boolean {
  const heading = parseHeading(text);
  return LABEL.test(text) || (heading !== undefined && heading.title === '');
}

function withoutName(text: string, site = ''): string {
  const name = oneLine(site);
  if (name === '' || !text.toLowerCase().endsWith(name.toLowerCase())) return text;
  const before = text.slice(0, text.length - name.length);
  return /[|｜–—·•:-]\s*$/u.test(before) ? before.replace(/[\s|｜–—·•:-]+$/u, '') : text;
}
