import { type LeftOut, leftOut } from '../types.ts';
import { type Line, textsWithout } from './lines.ts';

const PG_START = /^\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG/i;
const PG_END = /^\*{3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG|^End of (?:the )?Project Gutenberg/i;
/** Match the paragraphs that are removed after the start marker, up to the first paragraph that matches none. */
const PG_CREDITS =
  /^(?:produced by|e-?text prepared by|this e-?(?:book|text) was produced|credits?:|transcribed (?:from|by)|proofread|distributed proofreaders|updated:|release date:|note: (?:project gutenberg|images))/i;
const PG_FIELD =
  /^(Title|Author|Language|Translator|Illustrator|Editor|Credits|Release date|Posting date|Character set encoding|Original publication):\s*(.*)$/i;
/** Match Aozora Bunko's notes on its markup and on the printed source. */
const AOZORA_NOTES = /^【テキスト中に現れる記号について】$/;
const AOZORA_END = /^底本：/;
const AOZORA_MARK = /［＃[^］]*］/g;
const ILLUSTRATION = /^\[(?:illustration|frontispiece|decoration|image|picture)(?::[^\]]*)?\.?\]$/i;

/** Match lines that websites and tools add to chapters. */
const SCRAPED: readonly RegExp[] = [
  /^(?:https?:\/\/|www\.)\S+$/i,
  /^[^\n]{0,60}\b(?:https?:\/\/|www\.)[\w.-]+\.[a-z]{2,}[^\n]{0,60}$/i,
  /\b(?:if you find any errors|please (?:let us know|report)).{0,40}(?:chapter|broken|links?|non-standard)/i,
  /^(?:visit|read|find|follow|support|download|join).{0,50}\b(?:latest chapters?|more chapters|novels? (?:at|on|for free)|our (?:site|website|discord|patreon)|authorized novels)/i,
  /^(?:this (?:content|chapter|story|novel|book|text) (?:is|was|has been)|the source of this content|the most up[- ]to[- ]date novels|new (?:novel )?chapters are|updates? by|content (?:is )?taken from|stolen (?:content|from)|unauthorized (?:use|reproduction)).{0,120}(?:published|taken|stolen|hosted|site|website|\.com|\.net|\.org|novel)/i,
  /^(?:tip:|use (?:left|arrow|the arrow)).{0,80}(?:keys?|browse|prev|next)/i,
  /^[\s<«←|[\]-]*(?:prev(?:ious)?(?: chapter)?|back)\s*[|/·•«»←→-]*\s*(?:(?:table of )?contents|index|toc|chapter list)?\s*[|/·•«»←→-]*\s*next(?: chapter)?[\s>»→|[\]-]*$/i,
  /^(?:next chapter|previous chapter|chapter list|report (?:chapter|error)|add to library|advertisements?|sponsored(?: content)?|loading\.*|share this|like this:?|comments? \(\d+\)|leave a comment|vote for this|bookmark)\.?$/i,
  /^\(?(?:end of (?:this )?chapter|chapter end|to be continued)\)?[.…]*$/i,
  /(?:最新网址|最新網址|手机用户请|手機用戶請|请记住本(?:书|站)|請記住本(?:書|站)|首发域名|首發域名|本章未完|點擊下一頁|点击下一页|加入书签|加入書籤|天才一秒记住|一秒记住|更新最快|无弹窗|無彈窗|全文阅读|全文閱讀|最快更新|txt下载|TXT下载|电子书下载|小说网|小說網|笔趣阁|筆趣閣|手机阅读|手機閱讀|章节错误|章節錯誤|求收藏.*推荐票)/u,
  /^[(（【[]?(?:本章完|本章结束|本章結束|未完待续|未完待續|全文完|全书完|全書完|待续|待續)[)）】\]]?[。.…]*$/u,
  /^(?:上一章|上一页|下一章|下一页|返回目录|返回书页|章节目录)(?:\s*[|←→·]?\s*(?:上一章|下一章|目录|返回目录|返回书页|下一页|章节列表|加入书签))*$/u,
  /^(?:bạn đang đọc truyện|truyện được (?:copy|đăng|lấy)|đọc truyện .{0,30} tại|nguồn:?\s*(?:http|www|\S+\.(?:com|vn|net)))/i,
  /^\(?hết chương\b.{0,12}$/i,
  /^(?:chương (?:trước|sau|tiếp theo)(?:\s*[|·]?\s*chương (?:sau|tiếp))?)$/i,
  /^(?:прочита\S+ .{0,40}(?:на сайте|первым)|переведено (?:на|командой)|больше глав на|читайте .{0,40}на сайте|следующая глава|предыдущая глава)/i,
  /^(?:이 소설은 .{0,40}에서|다음 화|이전 화|다음화|이전화|다음 화 보기)$/u,
  /^(?:前の話|次の話|前へ|次へ|次へ>>|<<前へ|しおりを挟む)(?:\s*[|・]?\s*(?:目次|次の話|次へ))*$/u,
  /^(?:baca (?:novel|selengkapnya).{0,40}(?:di|hanya)|bab (?:sebelumnya|selanjutnya))/i,
  /^(?:lee más en|leer más en|leia mais em|lisez la suite sur|lire la suite sur|mehr lesen auf|leggi di più su)\b/i,
];

/** A line with a URL is removed if it occurs at least this often, because sites add such a line to each chapter. */
const MIN_REPEATS = 3;

export interface Cleaned {
  readonly lines: Line[];
  /** Fields of a Project Gutenberg header, by lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly isGutenberg: boolean;
  readonly leftOut: readonly LeftOut[];
}

/** Removes licences, credits and lines added by websites. */
export function withoutBoilerplate(all: readonly Line[]): Cleaned {
  const fields = new Map<string, string>();
  const start = all.findIndex(({ text }) => PG_START.test(text));
  const head = all.slice(0, Math.max(0, start));
  for (const { text } of head) {
    const field = PG_FIELD.exec(text);
    if (field?.[1] && field[2] && !fields.has(field[1].toLowerCase())) fields.set(field[1].toLowerCase(), field[2]);
  }
  const isGutenberg = start >= 0;
  const end = isGutenberg ? all.findIndex(({ text }, index) => index > start && PG_END.test(text)) : -1;
  const aozora = isGutenberg ? -1 : all.findIndex(({ text }) => AOZORA_END.test(text));
  const body = isGutenberg
    ? withoutCredits(all.slice(start + 1, end < 0 ? undefined : end))
    : aozora > 0
      ? withoutAozoraNotes(all.slice(0, aozora))
      : all;
  const counts = new Map<string, number>();
  for (const { text } of body) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  const illustrations = body.filter(({ text }) => ILLUSTRATION.test(text));
  const scraped = body.filter(({ text }) => text !== '' && !ILLUSTRATION.test(text) && isScraped(text, counts));
  const removed = new Set([...illustrations, ...scraped]);
  const around = aozora > 0 ? 'Notes on the edition and its markup' : 'Licence and credits of Project Gutenberg';
  return {
    lines: body.filter((line) => !removed.has(line)),
    fields,
    isGutenberg,
    leftOut: [
      ...leftOut(around, isGutenberg || aozora > 0 ? missingTexts(all, body) : []),
      ...leftOut('Placeholders of illustrations', textsWithout(illustrations, [])),
      ...leftOut('Lines added by sites', textsWithout(scraped, [])),
    ],
  };
}

/**
 * Returns the texts of the non-empty lines of `all` that `body` does not contain. Compares texts, because `body` may
 * contain copies of the lines.
 */
function missingTexts(all: readonly Line[], body: readonly Line[]): string[] {
  const bodyTexts = new Set(body.map(({ text }) => text));
  return all
    .filter(({ text }) => text !== '' && !bodyTexts.has(text.replaceAll(AOZORA_MARK, '')))
    .map(({ text }) => text);
}

/** Whether a short line is one that websites add to chapters, such as "Next Chapter". */
export const isSiteLine = (text: string): boolean =>
  text.length <= MAX_SITE_LINE && SCRAPED.some((pattern) => pattern.test(text));

const MAX_SITE_LINE = 200;

function isScraped(text: string, counts: ReadonlyMap<string, number>): boolean {
  if (text.length > MAX_SITE_LINE) return false;
  if (SCRAPED.some((pattern) => pattern.test(text))) return true;
  return (counts.get(text) ?? 0) >= MIN_REPEATS && /\b[\w-]+\.(?:com|net|org|me|io|xyz|top|cc)\b/i.test(text);
}

/** Removes Aozora Bunko's explanation of its markup, which is between two rules above the text. */
function withoutAozoraNotes(lines: readonly Line[]): Line[] {
  const start = lines.findIndex(({ text }) => AOZORA_NOTES.test(text));
  const end = start < 0 ? -1 : lines.findIndex(({ text }, at) => at > start && /^-{10,}$/.test(text));
  const before = start > 0 && /^-{10,}$/.test(lines[start - 1]?.text ?? '') ? start - 1 : start;
  const withoutLegend = end < 0 ? lines : [...lines.slice(0, before), ...lines.slice(end + 1)];
  return withoutLegend.map((line) => ({ ...line, text: line.text.replaceAll(AOZORA_MARK, '') }));
}

/** Removes the credits, which come first, one per paragraph. */
function withoutCredits(lines: readonly Line[]): Line[] {
  let at = 0;
  for (;;) {
    while (at < lines.length && lines[at]?.text === '') at += 1;
    if (!PG_CREDITS.test(lines[at]?.text ?? '')) return lines.slice(at);
    while (at < lines.length && lines[at]?.text !== '') at += 1;
  }
}
