import { oneLine } from '../epub/text.ts';

const SITES =
  'royal ?road|scribble ?hub|wattpad|web ?novel(?:\\.com)?|archive of our own|ao3|fan ?fiction(?:\\.net)?|fictionpress|novel ?updates|wuxia ?world|tapas (?:community|web ?comics)|inkitt|quotev|honeyfeed|neovel|moonquill|creative novels|light ?novel ?(?:pub|world|cave)|novel ?(?:full|bin|fire|hall|cool|buddy|usb)|box ?novel|read ?light ?novel|free ?web ?novel|syosetu|小説家になろう|カクヨム|起点中文网|笔趣阁|筆趣閣|番茄小说|晋江文学城|novelpia|노벨피아|카카오페이지|문피아|truyenfull|truyện ?full|литрес|фикбук|книга фанфиков|автор\\.тудей|author\\.today';
/** Matches the name or the domain of a site at the end of a title. Browsers write `|` as `_` in names of files. */
const SUFFIX = new RegExp(
  `(?:\\s*[|｜_]\\s*|\\s+[-–—·•:]\\s+|\\s*[-–—]{2}\\s*|\\s*\\[)(?:(?:${SITES})(?:\\.(?:com|net|org|me))?|[\\w-]{2,40}(?:\\.[\\w-]{2,40})?\\.(?:com|net|org|me|io|vn|ru|app))\\]?\\s*$`,
  'iu',
);
const MAX_SUFFIXES = 3;

/**
 * Removes the name of a site from the end of a title: "The Raft | Royal Road".
 * @param site name that the page itself states
 */
export function withoutSite(title: string, site?: string): string {
  let text = title;
  for (let count = 0; count < MAX_SUFFIXES; count += 1) {
    const shorter = withoutName(text, site).replace(SUFFIX, '').trim();
    if (shorter === '' || shorter === text) break;
    text = shorter;
  }
  return text;
}

function withoutName(text: string, site = ''): string {
  const name = oneLine(site);
  if (name === '' || !text.toLowerCase().endsWith(name.toLowerCase())) return text;
  const before = text.slice(0, text.length - name.length);
  return /[|｜–—·•:-]\s*$/u.test(before) ? before.replace(/[\s|｜–—·•:-]+$/u, '') : text;
}
