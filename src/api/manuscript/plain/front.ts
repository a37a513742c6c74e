import { parseHeading } from '../headings/parse.ts';
import { type Line, RULE, SENTENCE_END } from './lines.ts';

/** Metadata at the beginning of a text. */
export interface FrontMatter {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** The text without the metadata. */
  readonly lines: Line[];
}

type Field = 'title' | 'author' | 'description' | 'tags' | 'other';

const FIELDS: readonly (readonly [Field, string])[] = [
  [
    'author',
    'author|autor|autora|auteur|autore|verfasser|schrijver|автор|автор произведения|yazar|tác giả|penulis|pengarang|may-akda|may akda|ผู้แต่ง|ผู้เขียน|作者|作家|著者|著|작가|저자|글쓴이|글|المؤلف|الكاتب|تأليف|लेखक|συγγραφέας|forfatter|författare|kirjailija|szerző',
  ],
  [
    'title',
    'title|book title|novel|título|titulo|titre|titel|titolo|tytuł|название|назва|kitap|kitap adı|tên truyện|truyện|judul|pamagat|ชื่อเรื่อง|书名|書名|小说名|小說名|作品名|作品|题名|題名|タイトル|제목|العنوان|عنوان|शीर्षक|पुस्तक',
  ],
  [
    'description',
    'synopsis|summary|description|blurb|sinopsis|sinopse|résumé|inhalt|beschreibung|trama|opis|описание|аннотация|опис|анотація|özet|giới thiệu|tóm tắt|sinopsis|ringkasan|deskripsi|buod|เรื่องย่อ|简介|簡介|内容简介|內容簡介|内容介绍|作品简介|文案|あらすじ|줄거리|소개|작품 소개|الملخص|الوصف|सारांश|विवरण',
  ],
  [
    'tags',
    'tags?|genres?|géneros?|gênero|genre|kategorie|gatunek|жанр|жанры|теги|tür|thể loại|แนว|类型|類型|分类|分類|标签|標籤|ジャンル|タグ|장르|태그|التصنيف|शैली',
  ],
  [
    'other',
    'translator|translated by|editor|proofreader|tlc?|traductor|traducteur|übersetzer|tłumacz|переводчик|перевод|перекладач|çevirmen|dịch giả|người dịch|edit|nguồn|converter|penerjemah|tagasalin|翻译|翻譯|译者|譯者|编辑|校对|来源|來源|字数|字數|状态|狀態|更新时间|更新時間|最后更新|最新章节|出版社|译|訳者|訳|번역|번역자|출처|source|status|chapters|language|published|publisher|year|date|updated|words|rating|isbn|copyright|url|link|series',
  ],
];
const FIELD_PATTERNS = FIELDS.map(([field, names]): [Field, RegExp] => [
  field,
  new RegExp(`^[【\\[(（《「]?\\s*(?:${names})\\s*[】\\])）》」]?\\s*[:：]\\s*(.*)$`, 'iu'),
]);
const BY =
  /^(?:(?:written\s+)?by|a novel by|von|par|por|di|da|door|av|af|przez|oleh|ni|ni:|tác giả|作者|著者|автор|написал[аи]?|yazan|โดย|ผู้แต่ง|ผู้เขียน|بقلم|تأليف|لـ|द्वारा|του|της)(?:\s+|[:：]\s*)(\S.{0,80})$/iu;
/** Lines of a book's imprint. */
const COPYRIGHT =
  /^(?:copyright\b|©|\(c\)\s*\d{4}|all rights reserved|isbn\b|published by\b|版权所有|版權所有|todos los derechos|tous droits|alle rechte)/iu;
/** A name with "by" after it: "林远 著", "山田太郎 著", "김하늘 지음". */
const BY_AFTER = /^(\S.{0,40}?)\s*(?:[著着]|作|지음|저|글|\s著)$/u;
const QUOTED_TITLE =
  /^[《『「【]\s*([^》』」】]{1,60})\s*[》』」】]\s*(?:全集|全本|完本|全文|TXT|txt)?\s*(?:[(（]?\s*(?:作者[:：]\s*)?([^()（）]{1,30})[)）]?)?$/u;

const MAX_TITLE_CHARACTERS = 120;
/** Fields are at the beginning; a later line such as "Status: …" is text. */
const MAX_HEAD_LINES = 60;
/** Limit for a text without headings, whose title is only recognised by fields or a line "by …". */
const MAX_UNTITLED_LINES = 12;

/** Reads title, author and other fields above the first heading, and removes their lines. @param heading index of the first heading; undefined if there is none */
export function readFront(lines: readonly Line[], heading: number | undefined): FrontMatter {
  const end = heading ?? MAX_UNTITLED_LINES;
  const limit = Math.min(end, MAX_HEAD_LINES, lines.length);
  const usedLines = new Set<number>();
  const fields = new Map<Field, string>();
  for (let at = 0; at < limit; at += 1) {
    const text = lines[at]?.text ?? '';
    const field = fieldOf(text);
    if (!field) continue;
    usedLines.add(at);
    const value = field.value || (field.name === 'description' ? '' : followingLine(lines, at, limit, usedLines));
    if (!fields.has(field.name)) fields.set(field.name, value);
    if (field.name === 'description')
      fields.set('description', takeDescription(lines, at, { limit, used: usedLines, value }));
  }
  for (let at = 0; at < limit; at += 1) if (COPYRIGHT.test(lines[at]?.text ?? '')) usedLines.add(at);
  const head = Array.from({ length: limit }, (_, at) => at).filter(
    (at) => lines[at]?.text !== '' && !usedLines.has(at),
  );
  const titlePage = titleLines(lines, head, fields, heading !== undefined);
  for (const at of titlePage.used) usedLines.add(at);
  return {
    // Some texts mark their title like Markdown.
    title: (fields.get('title') || titlePage.title)?.replace(/^#{1,6}\s+(?=\S)/, ''),
    author: fields.get('author') || titlePage.author,
    description: fields.get('description') || undefined,
    tags: (fields.get('tags') ?? '')
      .split(/[,，、;/|]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    lines: lines.filter((_, at) => !usedLines.has(at)),
  };
}

function fieldOf(text: string): { name: Field; value: string } | undefined {
  if (text === '' || text.length > 2000) return undefined;
  for (const [name, pattern] of FIELD_PATTERNS) {
    const match = pattern.exec(text);
    if (match) return { name, value: (match[1] ?? '').trim() };
  }
  return undefined;
}

function followingLine(lines: readonly Line[], at: number, limit: number, usedLines: Set<number>): string {
  const next = lines[at + 1]?.text ?? '';
  if (at + 1 >= limit || next === '' || next.length > MAX_TITLE_CHARACTERS) return '';
  usedLines.add(at + 1);
  return next;
}

interface Place {
  readonly limit: number;
  readonly used: Set<number>;
  readonly value: string;
}

/** A description continues until the next field, rule or heading. */
function takeDescription(lines: readonly Line[], at: number, { limit, used: usedLines, value }: Place): string {
  const texts = value === '' ? [] : [value];
  for (let next = at + 1; next < limit; next += 1) {
    const text = lines[next]?.text ?? '';
    if (RULE.test(text) || fieldOf(text) || (text !== '' && parseHeading(text))) break;
    usedLines.add(next);
    if (text !== '') texts.push(text);
  }
  return texts.join('\n\n');
}

interface TitlePage {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly used: readonly number[];
}

/** Title and author from the first lines. */
function titleLines(
  lines: readonly Line[],
  head: readonly number[],
  fields: ReadonlyMap<Field, string>,
  isHeaded: boolean,
): TitlePage {
  const texts = head.map((at) => lines[at]?.text ?? '');
  const [first = '', second = ''] = texts;
  const [one = -1, two = -1] = head;
  const quoted = QUOTED_TITLE.exec(first);
  if (quoted)
    return {
      title: quoted[1],
      author: quoted[2] ?? authorOf(second)?.name,
      used: authorOf(second) ? [one, two] : [one],
    };
  const byline = texts.slice(0, 5).findIndex((text, index) => index > 0 && authorOf(text) !== undefined);
  if (byline > 0 && texts.slice(0, byline).every(isTitleLine)) {
    const author = authorOf(texts[byline] ?? '')?.name;
    return { title: first, author, used: head.slice(0, byline + 1) };
  }
  const by = texts.slice(0, 6).findIndex((text) => /^(?:by|von|par|por|di|door|автор)$/iu.test(text));
  if (by > 0 && texts.slice(0, by).every(isTitleLine) && isTitleLine(texts[by + 1] ?? ''))
    return { title: first, author: texts[by + 1], used: head.slice(0, by + 2) };
  const block = firstBlock(lines, head);
  const name = texts[block - 1] ?? '';
  if (isHeaded && block > 1 && block <= 3 && texts.slice(0, block).every(isTitleLine) && isName(name))
    return { title: first, author: name, used: head.slice(0, block) };
  const hasFields = fields.has('author') || fields.has('title');
  if (hasFields && fields.get('title')) {
    // The title is repeated above its fields.
    return { title: undefined, author: undefined, used: first === fields.get('title') ? [one] : [] };
  }
  if (hasFields && isTitleLine(first)) return { title: first, author: undefined, used: [one] };
  if (!isHeaded || head.length === 0 || head.length > 3 || !texts.every(isTitleLine))
    return { title: undefined, author: undefined, used: [] };
  // Russian and Ukrainian books name their author first.
  if (/^\p{Script=Cyrillic}/u.test(first) && isName(first) && !isName(second) && head.length > 1)
    return { title: second, author: first, used: [one, two] };
  if (head.length === 1) return { title: first, author: undefined, used: [one] };
  return isName(texts.at(-1) ?? '')
    ? { title: first, author: texts.at(-1), used: [...head] }
    : { title: first, author: undefined, used: [one] };
}

/** The number of adjacent lines at the beginning of the front matter. */
function firstBlock(lines: readonly Line[], head: readonly number[]): number {
  const end = head.findIndex((at, index) => index > 0 && (lines[at - 1]?.text ?? '') === '');
  return end < 0 ? head.length : end;
}

function authorOf(text: string): { name: string } | undefined {
  const by = BY.exec(text) ?? BY_AFTER.exec(text);
  const name = by?.[1]?.trim();
  if (!name || (/[.!?。！？]$/u.test(name) && !/\b\p{Lu}\.$|\bJr\.$/u.test(name))) return undefined;
  return { name: name.replace(/^[:：]\s*/, '') };
}

const isTitleLine = (text: string) =>
  text !== '' &&
  text.length <= MAX_TITLE_CHARACTERS &&
  !/[,;，；、:：]$/u.test(text) &&
  !(SENTENCE_END.test(text) && text.split(/\s+/u).length > 6) &&
  !/[。.]$/u.test(text);

/** Whether a text is a name: "Anna Leśna", "J. R. Ward", "林远". A name has up to four words, each with a capital. */
const isName = (text: string) =>
  /^(?:\p{Lu}[\p{L}\p{M}.'’-]*)(?:\s+(?:(?:de|da|di|van|von|der|den|la|le|y|e|al|el|bin|ibn)\s+)?\p{Lu}[\p{L}\p{M}.'’-]*){1,3}$/u.test(
    text,
  ) ||
  /^[\p{Script=Han}\p{Script=Hangul}·・]{2,6}$/u.test(text) ||
  JAPANESE_NAME.test(text);

/** "山田ユキ", "宮部 みゆき", "ルイス・キャロル". A title may consist of such characters too, but has particles. */
const JAPANESE_NAME =
  /^(?:[\p{Script=Han}々]{1,4}[ \u3000]?(?:[\p{Script=Han}々]{1,4}|[\p{Script=Katakana}ー]{2,6}|(?!\p{Script=Hiragana}*[のをはがにで])\p{Script=Hiragana}{2,6})|[\p{Script=Katakana}ー]{1,10}(?:・[\p{Script=Katakana}ー]{1,10}){1,3})$/u;
