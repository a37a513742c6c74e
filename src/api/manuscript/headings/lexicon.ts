/** What a heading begins. A `part` contains chapters; a `section` is within a chapter. */
export type Level = 'part' | 'chapter' | 'section';

export interface Label {
  readonly level: Level;
  /** Languages in which a number word may follow. The first one is the language of the label. */
  readonly languages: readonly string[];
  /** The full word, as titles show it. */
  readonly name: string;
}

/** Labels before or after a number, by level and languages; `x=y` is a short form of y. */
const LABELS: readonly (readonly [level: Level, languages: string, words: string])[] = [
  [
    'chapter',
    'en',
    'chapter, chap.=chapter, chap=chapter, ch.=chapter, ch=chapter, chp=chapter, chpt=chapter, stave, canto, episode, ep.=episode, ep=episode, scene',
  ],
  ['part', 'en', 'part, book, volume, vol.=volume, vol=volume, arc, season, act, tome'],
  ['section', 'en', 'section'],
  ['section', 'en', 'day, night, week, month, year, letter, entry, log, tale, story, lesson, interview'],
  ['chapter', 'es', 'capítulo, capitulo=capítulo, cap.=capítulo, cap=capítulo, episodio, escena, jornada'],
  ['part', 'es', 'parte, libro, tomo, volumen, vol.=volumen, acto, arco'],
  ['section', 'es', 'sección, día, noche, semana, carta'],
  ['chapter', 'pt', 'capítulo, capitulo=capítulo, cap.=capítulo, episódio, cena'],
  ['part', 'pt', 'parte, livro, tomo, volume, vol.=volume, ato'],
  ['section', 'pt', 'seção, secção, dia, noite, semana, carta'],
  ['chapter', 'fr', 'chapitre, chap.=chapitre, épisode, scène'],
  ['part', 'fr', 'partie, livre, tome, volume, acte, arc'],
  ['section', 'fr', 'section, jour, journée, nuit, semaine, lettre'],
  ['chapter', 'de', 'kapitel, kap.=kapitel, szene, auftritt, folge, episode'],
  ['part', 'de', 'teil, buch, band, akt, aufzug'],
  ['section', 'de', 'abschnitt, tag, nacht, woche, brief'],
  ['chapter', 'it', 'capitolo, cap.=capitolo, episodio, scena'],
  ['part', 'it', 'parte, libro, tomo, volume, atto'],
  ['section', 'it', 'sezione, giorno, giornata, notte, settimana, lettera'],
  ['chapter', 'nl', 'hoofdstuk, aflevering, scène'],
  ['part', 'nl', 'deel, boek, bedrijf'],
  ['chapter', 'sv', 'kapitel, scen'],
  ['part', 'sv', 'del, bok, akt'],
  ['chapter', 'da', 'kapitel, scene'],
  ['part', 'da', 'del, bog, bind'],
  ['chapter', 'nb', 'kapittel'],
  ['part', 'nb', 'del, bok, bind'],
  ['chapter', 'fi', 'luku'],
  ['part', 'fi', 'osa, kirja'],
  ['chapter', 'pl', 'rozdział, rozdz.=rozdział, odcinek, scena'],
  ['part', 'pl', 'część, księga, tom, akt'],
  ['chapter', 'cs', 'kapitola, scéna'],
  ['part', 'cs', 'část, kniha, díl, svazek'],
  ['chapter', 'sk', 'kapitola'],
  ['part', 'sk', 'časť, kniha, diel'],
  ['chapter', 'hu', 'fejezet'],
  ['part', 'hu', 'rész, könyv, kötet'],
  ['chapter', 'ro', 'capitolul, capitol=capitolul'],
  ['part', 'ro', 'partea, cartea, volumul'],
  ['chapter', 'hr', 'poglavlje'],
  ['part', 'hr', 'dio, knjiga'],
  ['chapter', 'sl', 'poglavje'],
  ['chapter', 'et', 'peatükk'],
  ['chapter', 'lt', 'skyrius'],
  ['part', 'lt', 'dalis, knyga'],
  ['chapter', 'lv', 'nodaļa'],
  ['chapter', 'ru', 'глава, гл.=глава, эпизод, сцена, явление'],
  ['part', 'ru', 'часть, книга, том, действие, акт, арка'],
  ['section', 'ru', 'раздел, день, ночь, неделя, письмо'],
  ['chapter', 'uk', 'розділ, глава, епізод, сцена, ява'],
  ['part', 'uk', 'частина, книга, том, дія'],
  ['chapter', 'bg', 'глава'],
  ['part', 'bg', 'част, книга, том'],
  ['chapter', 'sr', 'поглавље, глава'],
  ['chapter', 'el', 'κεφάλαιο, κεφαλαιο=κεφάλαιο'],
  ['part', 'el', 'μέρος, μερος=μέρος, βιβλίο, τόμος'],
  ['chapter', 'tr', 'bölüm, sahne'],
  ['part', 'tr', 'kısım, kitap, cilt, perde'],
  ['chapter', 'ar', 'الفصل, فصل, الحلقة, المشهد, الباب'],
  ['part', 'ar', 'الجزء, الكتاب, المجلد, جزء, مجلد, القسم'],
  ['chapter', 'fa', 'فصل, قسمت'],
  ['part', 'fa', 'بخش, جلد, کتاب'],
  ['chapter', 'he', 'פרק'],
  ['part', 'he', 'חלק, ספר, כרך'],
  ['chapter', 'hi', 'अध्याय, परिच्छेद, सर्ग, प्रकरण'],
  ['part', 'hi', 'भाग, खंड, खण्ड, पुस्तक'],
  ['chapter', 'vi', 'chương, chuong=chương, hồi, tiết'],
  ['part', 'vi', 'phần, quyển, tập'],
  ['chapter', 'id', 'bab, episode'],
  ['part', 'id', 'bagian, buku, jilid, volume'],
  ['chapter', 'fil', 'kabanata, yugto'],
  ['part', 'fil', 'bahagi, aklat, tomo'],
  ['chapter', 'th', 'บทที่, บท=บทที่, ตอนที่, ตอน=ตอนที่'],
  ['part', 'th', 'ภาคที่, ภาค, เล่มที่, เล่ม'],
];

/** Words for times and for kinds of texts. They also occur in sentences after a number: "one day". */
const ORDINARY = new Set(
  'day night week month year letter entry log tale story lesson interview día noche semana carta dia noite jour journée nuit semaine lettre tag nacht woche brief giorno giornata notte settimana lettera день ночь неделя письмо'.split(
    ' ',
  ),
);

/** Whether a label is an ordinary word, which counts as a label only before a number, and only in a series. */
export const isOrdinary = (name: string): boolean => ORDINARY.has(labelKey(name));

function byWord(): Map<string, Label[]> {
  const all = new Map<string, Label[]>();
  for (const [level, languages, words] of LABELS)
    for (const entry of words.split(', ')) {
      const [word = '', name = word] = entry.split('=');
      const label = { level, languages: [languages], name };
      all.set(labelKey(word), [...(all.get(labelKey(word)) ?? []), label]);
    }
  return all;
}

/** Returns the key of a label: in lower case, without a final period, and with every Turkish i replaced by "i". */
export const labelKey = (word: string): string =>
  word.replaceAll('İ', 'i').toLowerCase().replaceAll('ı', 'i').normalize('NFC').replace(/\.$/, '');

const labels = byWord();

/** Returns the label for a word, with the languages that use it; undefined for other words. */
export function labelOf(word: string): Label | undefined {
  const matches = labels.get(labelKey(word));
  if (!matches?.[0]) return undefined;
  return { ...matches[0], languages: matches.flatMap(({ languages }) => languages) };
}

/** Returns the word for "part", capitalised; undefined if the language has none. @param language primary subtag */
export function partWord(language: string): string | undefined {
  const [, , words] = LABELS.find(([level, languages]) => level === 'part' && languages === language) ?? [];
  const [word] = words?.split(', ') ?? [];
  return word && word.charAt(0).toUpperCase() + word.slice(1);
}

/** All words for labels, longest first, for regular expressions. */
export const LABEL_WORDS: readonly string[] = LABELS.flatMap(([, , words]) =>
  words.split(', ').map((entry) => entry.split('=')[0] ?? ''),
).toSorted((a, b) => b.length - a.length);

/** Titles of unnumbered chapters before, between and after the numbered ones, by language. */
const MATTER: readonly string[] = [
  // en
  'prologue|prolog|epilogue|epilog|chapter the last|preface|foreword|introduction|introductory|interlude|intermission|intermezzo|afterword|postscript|dedication|acknowledge?ments?|about the authors?|prelude|coda|conclusion|appendix|glossary|omake|epigraph|(?:the )?(?:last|final) chapter',
  "side[ -]?(?:story|chapter)|extra(?: chapter| story)?|bonus(?: chapter| story)?|special(?: chapter| episode)|short story|author[’']?s? (?:notes?|preface)|translator[’']?s? (?:notes?|preface)|to the reader",
  // es, pt
  'prólogo|prologo|epílogo|epilogo|prefacio|prefácio|introducción|introdução|interludio|interlúdio|dedicatoria|dedicatória|posfacio|posfácio|agradecimientos|agradecimentos|apéndice|apêndice|conclusión|conclusão',
  'capítulo (?:extra|especial|bônus|adicional|final|último)|último capítulo|historia (?:paralela|corta)|história (?:paralela|extra)|nota d[eo]l? autor|extra',
  // fr
  "épilogue|préface|avant-propos|postface|introduction|interlude|dédicace|remerciements|appendice|chapitre (?:bonus|spécial|final|dernier)|dernier chapitre|hors-série|histoire parallèle|note de l[’']auteur|prélude|conclusion",
  // de
  'vorwort|nachwort|einleitung|zwischenspiel|vorspiel|nachspiel|widmung|danksagung|anhang|bonuskapitel|nebengeschichte|zusatzkapitel|schluss|schluß|anmerkung des autors',
  // it
  "prefazione|introduzione|postfazione|interludio|premessa|ringraziamenti|appendice|capitolo (?:extra|bonus|speciale|finale|ultimo)|ultimo capitolo|storia parallela|nota dell[’']autore|conclusione",
  // nl, sv, da, nb, fi
  'proloog|epiloog|voorwoord|nawoord|naschrift|inleiding|tussenspel|dankwoord|bonushoofdstuk|(?:het )?laatste hoofdstuk|prolog|epilog|förord|efterord|forord|efterskrift|prologi|epilogi|esipuhe|jälkisanat|mellanspel|mellemspil',
  // pl, cs, hu, ro, hr
  'przedmowa|posłowie|wstęp|interludium|dodatek|rozdział (?:dodatkowy|specjalny|bonusowy|ostatni)|ostatni rozdział|od autora|zakończenie|předmluva|doslov|úvod|závěr|előszó|utószó|prológus|epilógus|bevezetés|prefață|epilogul?|prologul?|predgovor|pogovor',
  // ru, uk, bg
  'пролог|эпилог|предисловие|послесловие|введение|вступление|интерлюдия|экстра|заключение|приложение|от автора|от переводчика|побочная история|бонусная глава|дополнительная глава|последняя глава|глава последняя|спешл',
  'епілог|передмова|післямова|вступ|інтерлюдія|від автора|бонусний розділ|додатковий розділ|останній розділ|остання глава|епилог|предговор|послеслов|увод',
  // el, tr, ar, fa, he, hi
  'πρόλογος|επίλογος|εισαγωγή|πρόλογοσ|επίλογοσ|önsöz|sonsöz|giriş|prolog|epilog|ara bölüm|ekstra bölüm|özel bölüm|son bölüm|yan hikâye|yan hikaye|sunuş|başlangıç|son söz|ön söz',
  'المقدمة|مقدمة|تمهيد|الخاتمة|خاتمة|ملحق|فصل إضافي|فصل خاص|قصة جانبية|استهلال|توطئة|مقدمه|پیشگفتار|سرآغاز|پایان|הקדמה|פתח דבר|אחרית דבר|אפילוג|פרולוג|מבוא',
  'प्रस्तावना|भूमिका|उपसंहार|आमुख|अंतराल|परिशिष्ट|प्राक्कथन|विशेष अध्याय|अंतिम अध्याय',
  // vi, id, fil, th
  'mở đầu|lời mở đầu|lời nói đầu|lời tựa|lời kết|vĩ thanh|phần kết|kết thúc|ngoại truyện|phiên ngoại|dẫn truyện|tiết tử|văn án|đoạn kết|hồi kết|chương (?:kết|cuối)|tự chương|giới thiệu',
  'kata pengantar|pendahuluan|penutup|pembuka|prakata|selingan|cerita sampingan|bab (?:tambahan|spesial|ekstra|terakhir)|ekstra|prologo|epilogo|simula|wakas|panimula|paunang salita|huling kabanata|espesyal na kabanata|pangwakas',
  'บทนำ|บทส่งท้าย|บทพิเศษ|ตอนพิเศษ|คำนำ|ปฐมบท|บทเกริ่นนำ|อารัมภบท|บทแทรก|บทสรุป|ปัจฉิมบท|ตอนจบ',
  // ko, ja in Katakana
  '프롤로그|에필로그|외전|번외|번외편|서장|종장|막간|서문|머리말|작가 후기|후기|특별편|마지막 ?화|최종화|プロローグ|エピローグ|あとがき|まえがき|はじめに|おわりに|インタールード',
];

export const MATTER_WORDS = MATTER.join('|');

/** Titles of unnumbered chapters in Chinese and Japanese, which do not put a space after the word. */
export const CJK_MATTER =
  '序章|序幕|序言|序文|序曲|序|楔子|引子|引言|前言|自序|代序|开篇|開篇|题记|題記|卷首语|卷首語|后记|後記|尾声|尾聲|终章|終章|终幕|終幕|末章|最终章|最終章|结语|結語|跋|大结局|大結局|番外篇|番外編|番外|外传|外傳|外伝|特典|附录|附錄|付録|闲话|閑話|间章|間章|幕间|幕間|断章|斷章|插曲|完结感言|完結感言|完本感言|上架感言|作者的话|作者的話|后日谈|後日談|後日譚|最終話|最終回|最终话|最终回|最終幕';
