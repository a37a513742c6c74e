/** Fields of a title page. Translators, sources and similar fields are `other`; they are only removed from the text. */
export type Field = 'title' | 'author' | 'description' | 'tags' | 'other';

const AUTHOR = [
  'author|autor(?:ka|in|e|a)?|autor/a|auteure?|autrice|verfasser(?:in)?|schrijver|schrijfster',
  'автор(?:ка)?|автор произведения|писател(?:ь|ьница)|письменни(?:к|ця)|yazar[ıi]?|yazan',
  'tác giả|người viết|nhà văn|penulis|pengarang|karya|awtor|may-akda|may akda',
  'ผู้แต่ง|ผู้เขียน|ผู้ประพันธ์|นักเขียน|作者|作家|著者|著|作|文|작가|저자|지은이|글쓴이|글',
  'المؤلفة?|الكاتبة?|تأليف|نویسنده|लेखक|लेखिका|रचयिता|ה?מחברת?|ה?סופרת?',
  'συγγραφέας|forfatter|författare|kirjailija|szerző(?:je)?',
].join('|');

const TITLE = [
  'title|book title|novel|título|titulo|titre|titel|titolo|tytuł|название(?: книги)?|назва(?: книги)?',
  'cím|a könyv címe|könyv címe|kitap|kitap adı|kitabın adı|başlık|tên truyện|tên sách|tựa đề|truyện|judul(?: buku)?|pamagat|ชื่อเรื่อง|เรื่อง',
  '书名|書名|小说名|小說名|作品名|作品|题名|題名|タイトル|제목|العنوان|عنوان(?: الكتاب)?|اسم الكتاب|शीर्षक|पुस्तक|שם הספר|כותרת',
].join('|');

const DESCRIPTION = [
  'synopsis|summary|description|blurb|sinopsis|sinopse|résumé|inhalt|beschreibung|trama|opis|описание|аннотация|опис|анотація',
  'leírás|fülszöveg|ismertető|özet|giới thiệu|tóm tắt|ringkasan|deskripsi|buod|เรื่องย่อ|简介|簡介|内容简介|內容簡介|内容介绍|作品简介|文案|あらすじ',
  '줄거리|소개|작품 소개|الملخص|الوصف|सारांश|विवरण|תקציר',
].join('|');

const TAGS = [
  'tags?|genres?|géneros?|gênero|genre|kategorie|gatunek|жанр|жанры|теги|tür|thể loại|แนว|类型|類型|分类|分類|标签|標籤',
  'műfaj|címkék|ジャンル|タグ|장르|태그|التصنيف|शैली|ז׳אנר',
].join('|');

/** Patterns for nouns that mean a translator or a translation. */
const TRANSLATOR = [
  'translator|translation|traductora?|traducción|tradutora?|tradução|traduct(?:eur|rice)|traduction|tradut?tore|traduttrice|traduzione',
  'übersetzer(?:in)?|übersetzung|vertaler|vertaalster|vertaling|tłumacz(?:ka|enie)?|przekład|переводчи(?:к|ца)|перевод|перекладач(?:ка)?|переклад',
  'fordító(?:ja)?|fordítás|çevirmen|çeviren|çeviri|türkçesi|dịch giả|người dịch|biên dịch|bản dịch|dịch|penerjemah|terjemahan|alih bahasa|tagasalin|tagapagsalin',
  '翻译|翻譯|译者|譯者|译|訳者|翻訳|訳|번역자?|옮긴이|역자|ผู้แปล|แปล|ترجمة|المترجمة?|अनुवादक|अनुवादिका|अनुवाद|מתרג(?:ם|מת)|תרגום',
].join('|');

/** Patterns for phrases before the name of a translator. */
const TRANSLATED_BY = [
  String.raw`translated\b.{0,40}?\bby|traducid[oa]\b.{0,40}?\bpor|traducción de|traduzid[oa]\b.{0,40}?\bpor|tradução (?:de|por)`,
  String.raw`traduite?\b.{0,40}?\bpar|traduction (?:de|par)|tradott[oa]\b.{0,40}?\bda|traduzione (?:di|a cura di)`,
  String.raw`(?:aus (?:dem|der) .{2,30}? )?(?:übersetzt|übertragen|deutsch)(?: .{2,30}?)? von|aus (?:dem|der) \p{L}{3,20} von`,
  String.raw`(?:uit het .{2,20}? )?vertaald\b.{0,40}?\bdoor|vertaling (?:door|van)`,
  '(?:(?:z|ze) .{2,20}? )?(?:przełożyła?|tłumaczyła?|przetłumaczyła?)|(?:перев[её]л|перевела|перевод|пер\\.)(?: с[о]? \\p{L}{3,20})?',
  '(?:з[іи]? \\p{L}{3,20} )?(?:переклав|переклала|переклад)(?: з \\p{L}{3,20})?|(?:\\p{L}{3,20} )?çeviren',
  '(?:\\p{L}{3,20}b[óő]l )?fordította|dịch bởi|bản dịch của|diterjemahkan oleh|terjemahan oleh|isinalin(?: sa \\p{L}{3,20})? ni|salin ni|แปลโดย',
  'ترجمها|ترجمه|نقله?ا? إلى العربية|תרג(?:ם|מה)(?: מ\\p{L}{3,10})?|תרגום|מ\\p{L}{3,10}ית|עברית',
].join('|');

const OTHER = [
  'editor|proofreader|tlc?|edit|nguồn|converter|编辑|校对|来源|來源|字数|字數|状态|狀態|更新时间|更新時間|最后更新|最新章节|出版社|출처|עריכה',
  'source|status|chapters|language|published|publisher|year|date|updated|words|rating|isbn|copyright|url|link|series',
].join('|');

/** Pattern for a noun such as "novel" before "by". */
const GENRE = String.raw`(?:\p{L}{1,4} )?(?:novel|novella|story|tale|romance|romanzo|racconto|roman|novela|relato|erzählung|novelle|verhaal|powieść)`;

/** Patterns for phrases before the name of an author. Anything that is not a sentence may follow them. */
export const BY = [
  `(?:written\\s+|${GENRE}\\s+)?by|(?:geschrieben |${GENRE} )?von|(?:écrit )?par|(?:escrit[oa] )?por|${GENRE} (?:de|di|van)|di`,
  '(?:scritt[oa] )?da|(?:geschreven )?door|av|af|írta|szerezte|przez|napisała?|(?:ditulis )?oleh|(?:isinulat |sinulat |akda )?ni',
  'viết bởi|tác giả|作者|著者|автор|написа(?:л[аи]?|в)|yazan|(?:เขียน|แต่ง)?โดย|ผู้แต่ง|ผู้เขียน|بقلم|تأليف|كتبه?ا?|لـ|द्वारा|του|της',
  '(?:\\p{Script=Hebrew}{2,6} )?מאת|כתבה?',
].join('|');

/** Pattern for words that titles contain too, so that they must be followed by a name. */
export const BY_BEFORE_NAME = `de|van|${AUTHOR}`;

/** Patterns for words after the name of an author or a translator: "林远 著", "김하늘 지음". */
export const AUTHOR_SUFFIX = '[著着]|作|지음|저|글';
export const TRANSLATOR_SUFFIX = '[译譯訳]|옮김|역|번역';

export const FIELD_NAMES: readonly (readonly [Field, string])[] = [
  ['author', `${AUTHOR}|${BY}`],
  ['title', TITLE],
  ['description', DESCRIPTION],
  ['tags', TAGS],
  ['other', `${TRANSLATED_BY}|${TRANSLATOR}|${OTHER}`],
];

/**
 * Pattern for all words before the name of a translator. Longer ones come first: "traducción de", then "traducción".
 */
export const TRANSLATOR_BEFORE_NAME = `${TRANSLATED_BY}|${TRANSLATOR}`;
