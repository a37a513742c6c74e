import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';

interface TitlePage {
  readonly title: string;
  readonly author: string;
  readonly translator: string;
  /** Lines below the title that name the author as `A`. */
  readonly authorLines: readonly string[];
  readonly translatorLines: readonly string[];
  readonly titleLines: readonly string[];
  /** A chapter heading, with `#` for its number. */
  readonly heading: string;
  readonly prose: string;
}

const page = (
  title: string,
  names: readonly [author: string, translator: string],
  lines: Readonly<Record<'author' | 'translator' | 'title', string>>,
  [heading, prose]: readonly [heading: string, prose: string],
): TitlePage => ({
  title,
  author: names[0],
  translator: names[1],
  authorLines: lines.author.split(' | '),
  translatorLines: lines.translator.split(' | '),
  titleLines: lines.title.split(' | '),
  heading,
  prose,
});

const PAGES: Readonly<Record<string, TitlePage>> = {
  en: page(
    'The Raft',
    ['Ruth Alder', 'Bo Ek'],
    {
      author: 'by A | By A | BY A | Written by A | a novel by A | Author: A | Written by: A | By: A',
      translator:
        'Translated by T | translated from the Danish by T | Translator: T | Translation: T | Translated by: T',
      title: 'Title: N',
    },
    ['Chapter #', 'The river ran high that spring, and nobody crossed it after dark.'],
  ),
  zh: page(
    '渡口',
    ['林小玉', '陈明'],
    {
      author: '作者：A | 作者: A | A 著 | A著 | 著者：A | 文/A | 文：A | 作者 A',
      translator: '译者：T | 翻译：T | T 译 | T译',
      title: '书名：N | 《N》',
    },
    ['第#章 夜雨', '那年春天，江水涨到了桥的一半，天黑以后没有人再过江。'],
  ),
  ja: page(
    '灯台の手紙',
    ['山田ユキ', '佐藤健'],
    {
      author: '著者：A | 作者：A | 作：A | A 著 | A著 | A 作 | 作・A',
      translator: '訳者：T | 翻訳：T | T 訳 | T訳 | 訳：T',
      title: '題名：N | タイトル：N | 『N』',
    },
    ['第#章 川', 'その年の春、川の水は橋の半ばまで上がり、日が暮れてからは誰も渡らなかった。'],
  ),
  ko: page(
    '등대의 편지',
    ['김유리', '박민수'],
    {
      author: '지은이: A | 글쓴이: A | 저자: A | 작가: A | A 지음 | A 저 | A 글 | 글 A | 지은이 A',
      translator: '옮긴이: T | 번역: T | 역자: T | T 옮김 | T 역 | 옮긴이 T',
      title: '제목: N | 《N》',
    },
    ['제#장', '그해 봄 강물은 다리의 절반까지 차올랐고, 어두워진 뒤에는 아무도 건너지 않았다.'],
  ),
  vi: page(
    'Bến Đò Cũ',
    ['Trần Ngọc', 'Lê Minh'],
    {
      author: 'Tác giả: A | Tác giả A | Người viết: A | Viết bởi A | Nhà văn: A',
      translator: 'Dịch giả: T | Người dịch: T | Dịch: T | Biên dịch: T | Bản dịch của T',
      title: 'Tên truyện: N | Tựa đề: N | Tên sách: N',
    },
    ['Chương #', 'Mùa xuân năm ấy nước sông dâng cao, và không ai qua sông sau khi trời tối.'],
  ),
  id: page(
    'Surat dari Pelabuhan',
    ['Sari Wulandari', 'Budi Santoso'],
    {
      author: 'oleh A | Oleh: A | Karya A | Karya: A | Penulis: A | Pengarang: A | Ditulis oleh A',
      translator: 'Penerjemah: T | Diterjemahkan oleh T | Terjemahan: T | Alih bahasa: T | Terjemahan oleh T',
      title: 'Judul: N | Judul buku: N',
    },
    ['Bab #', 'Musim semi itu air sungai naik tinggi, dan tidak ada yang menyeberang setelah gelap.'],
  ),
  fil: page(
    'Ang Lihim ng Ilog',
    ['Luz Santos', 'Ana Reyes'],
    {
      author: 'ni A | Ni A | Ni: A | Isinulat ni A | May-akda: A | Akda ni A | Sinulat ni A | Awtor: A',
      translator: 'Isinalin ni T | Salin ni T | Tagasalin: T | Tagapagsalin: T',
      title: 'Pamagat: N',
    },
    ['Kabanata #', 'Mataas ang ilog noong tagsibol na iyon, at walang tumatawid kapag madilim na.'],
  ),
  th: page(
    'จดหมายจากท่าเรือ',
    ['มาลี ใจดี', 'สมชาย แสงทอง'],
    {
      author: 'โดย A | ผู้แต่ง: A | ผู้เขียน: A | ผู้แต่ง A | เขียนโดย A | แต่งโดย A | นักเขียน: A | ผู้ประพันธ์: A',
      translator: 'ผู้แปล: T | แปลโดย T | แปล: T | ผู้แปล T',
      title: 'ชื่อเรื่อง: N | เรื่อง: N',
    },
    ['บทที่ #', 'ฤดูใบไม้ผลิปีนั้นน้ำในแม่น้ำขึ้นสูง และไม่มีใครข้ามไปหลังจากมืดแล้ว'],
  ),
  es: page(
    'La barca del río',
    ['Inés Robledo', 'Luis Prado'],
    {
      author:
        'por A | Por A | de A | Autora: A | Autor: A | Escrito por A | Una novela de A | Novela de A | Autor/a: A',
      translator: 'Traducción de T | Traducido por T | Traductor: T | Traductora: T | Traducción: T',
      title: 'Título: N',
    },
    ['Capítulo #', 'El río bajaba alto aquella primavera, y nadie cruzaba después del anochecer.'],
  ),
  pt: page(
    'A barca do rio',
    ['Inês Carvalho', 'Rui Prado'],
    {
      author: 'por A | Por A | de A | Autora: A | Autor: A | Escrito por A | Um romance de A | Romance de A',
      translator: 'Tradução de T | Traduzido por T | Tradutor: T | Tradutora: T | Tradução: T',
      title: 'Título: N',
    },
    ['Capítulo #', 'O rio corria alto naquela primavera, e ninguém o atravessava depois de anoitecer.'],
  ),
  fr: page(
    'Le Bac',
    ['Hélène Garnier', 'Luc Morel'],
    {
      author:
        'par A | de A | Auteur : A | Auteure : A | Autrice : A | Auteur: A | Écrit par A | Un roman de A | Roman de A',
      translator:
        'Traduit par T | Traduction de T | Traduction : T | Traducteur : T | Traductrice : T | traduit de l’anglais par T',
      title: 'Titre : N',
    },
    ['Chapitre #', 'La rivière était haute ce printemps-là, et personne ne la traversait la nuit.'],
  ),
  de: page(
    'Die Fähre',
    ['Grete Lindner', 'Karl Busch'],
    {
      author:
        'von A | Von A | Autorin: A | Autor: A | Verfasser: A | Geschrieben von A | Ein Roman von A | Roman von A | Verfasserin: A',
      translator:
        'Übersetzt von T | Übersetzung: T | Übersetzer: T | Übersetzerin: T | aus dem Dänischen von T | Deutsch von T | Aus dem Englischen übersetzt von T',
      title: 'Titel: N',
    },
    ['Kapitel #', 'Der Fluss stand hoch in jenem Frühjahr, und niemand ging nach Einbruch der Nacht hinüber.'],
  ),
  it: page(
    'Il traghetto',
    ['Lucia Ferri', 'Marco Villa'],
    {
      author: 'di A | Di A | Autrice: A | Autore: A | Scritto da A | Un romanzo di A | Romanzo di A',
      translator: 'Traduzione di T | Tradotto da T | Traduttore: T | Traduttrice: T | Traduzione: T',
      title: 'Titolo: N',
    },
    ['Capitolo #', 'Il fiume era alto quella primavera, e nessuno lo attraversava dopo il buio.'],
  ),
  nl: page(
    'Het veer',
    ['Saskia Bakker', 'Jan Visser'],
    {
      author:
        'door A | Door A | van A | Auteur: A | Schrijver: A | Schrijfster: A | Geschreven door A | Een roman van A',
      translator: 'Vertaald door T | Vertaling: T | Vertaler: T | Vertaling door T | uit het Engels vertaald door T',
      title: 'Titel: N',
    },
    ['Hoofdstuk #', 'De rivier stond hoog dat voorjaar, en niemand stak na het donker over.'],
  ),
  pl: page(
    'Przeprawa',
    ['Hanna Wilk', 'Adam Gil'],
    {
      author: 'Autor: A | Autorka: A | autor A | napisała A | Napisał A | przez A',
      translator:
        'Przekład: T | Przełożył T | Przełożyła T | Tłumacz: T | Tłumaczenie: T | Tłumaczył: T | Tłumaczyła T | przekład T',
      title: 'Tytuł: N',
    },
    ['Rozdział #', 'Rzeka stała tej wiosny wysoko i nikt nie przechodził po zmroku.'],
  ),
  ru: page(
    'Переправа',
    ['Дарья Соколова', 'Иван Петров'],
    {
      author: 'Автор: A | автор A | Автор — A | Написала A | Писатель: A',
      translator:
        'Перевод: T | Переводчик: T | Перевёл T | Перевела T | Перевод с английского: T | пер. T | Перевод T | Перевод с английского T',
      title: 'Название: N | Название книги: N',
    },
    ['Глава #', 'Река в ту весну стояла высоко, и никто не переходил её после темноты.'],
  ),
  uk: page(
    'Переправа',
    ['Оксана Коваль', 'Іван Бондар'],
    {
      author: 'Автор: A | Авторка: A | автор A | Автор — A | Написала A | Письменниця: A',
      translator: 'Переклад: T | Перекладач: T | Переклав T | Переклала T | Перекладачка: T | Переклад T',
      title: 'Назва: N',
    },
    ['Розділ #', 'Річка тієї весни стояла високо, і ніхто не переходив її після темряви.'],
  ),
  tr: page(
    'Nehirdeki Sal',
    ['Ayşe Demir', 'Can Yıldız'],
    {
      author: 'Yazar: A | Yazan: A | Yazan A | Yazarı: A | Yazar A',
      translator: 'Çeviren: T | Çevirmen: T | Çeviri: T | Çeviren T | Türkçesi: T | İngilizceden çeviren: T',
      title: 'Kitap adı: N | Kitabın adı: N | Başlık: N',
    },
    ['Bölüm #', 'O bahar nehir yüksekti ve karanlık çöktükten sonra kimse karşıya geçmezdi.'],
  ),
  ar: page(
    'رسائل الميناء',
    ['ليلى حداد', 'سامي نور'],
    {
      author: 'بقلم A | بقلم: A | تأليف A | تأليف: A | المؤلف: A | المؤلفة: A | الكاتب: A | الكاتبة: A | كتبها A',
      translator: 'ترجمة T | ترجمة: T | المترجم: T | المترجمة: T | ترجمها T | نقله إلى العربية T',
      title: 'العنوان: N | عنوان الكتاب: N | اسم الكتاب: N',
    },
    ['الفصل #', 'كان النهر عاليا في ذلك الربيع ولم يعبر أحد بعد حلول الظلام.'],
  ),
  hi: page(
    'नदी का पत्र',
    ['मीरा शर्मा', 'राम वर्मा'],
    {
      author: 'लेखक: A | लेखिका: A | लेखक A | लेखक - A | रचयिता: A | द्वारा A',
      translator: 'अनुवादक: T | अनुवाद: T | अनुवादिका: T | अनुवादक T | अनुवाद - T',
      title: 'शीर्षक: N | पुस्तक: N',
    },
    ['अध्याय #', 'उस वसंत में नदी ऊँची थी और अँधेरा होने के बाद कोई पार नहीं करता था।'],
  ),
  he: page(
    'מכתבי הנמל',
    ['מרה לינד', 'דוד לוי'],
    {
      author: 'מאת A | מאת: A | מחבר: A | מחברת: A | המחבר: A | סופר: A | כתבה A | כתב: A | רומן מאת A | סופרת: A',
      translator:
        'תרגום: T | תרגום T | תרגם: T | תרגמה T | מתרגם: T | מתרגמת: T | מאנגלית: T | תרגמה מאנגלית: T | עברית: T',
      title: 'שם הספר: N | כותרת: N',
    },
    ['פרק #', 'הנהר היה גבוה באותו אביב, ואיש לא חצה אותו אחרי רדת החושך.'],
  ),
  hu: page(
    'A tutaj',
    ['Kovács Anna', 'Nagy Péter'],
    {
      author: 'Írta: A | írta A | Szerző: A | A',
      translator: 'Fordította: T | fordította T | Angolból fordította: T | Fordító: T',
      title: 'Cím: N | A könyv címe: N',
    },
    ['#. fejezet', 'A folyó azon a tavaszon magasan járt, és sötétedés után senki sem kelt át rajta.'],
  ),
};

const chaptersOf = ({ heading, prose }: TitlePage) =>
  [1, 2, 3]
    .map((number) => `${heading.replace('#', String(number))}\n\n${`${prose} `.repeat(4).trim()}`)
    .join('\n\n\n');

async function read(head: string, page: TitlePage) {
  const bytes = new TextEncoder().encode(`${head}\n\n\n${chaptersOf(page)}\n`);
  const { title, authors, chapters } = await readManuscript(bytes, 'book.txt');
  return { title, authors, chapters: chapters.length, rest: chapters.map((one) => one.html + one.title).join('') };
}

describe.each(Object.entries(PAGES))('the title page of a plain text in %s', (_language, page) => {
  const { title, author, translator } = page;
  const named = (line: string) =>
    line.replace(/(?<!\p{L})[AT]$|^[AT](?=\P{L}|著|译|訳)/u, (letter) => (letter === 'A' ? author : translator));
  const expected = { title, authors: [author], chapters: 3 };

  it.each(page.authorLines)('names the author in "%s" below the title', async (line) => {
    const book = await read(`${title}\n${named(line)}`, page);
    expect(book).toMatchObject(expected);
    expect(book.rest).not.toContain(author);
  });

  it.each(page.translatorLines)('names a translator, not an author, in "%s"', async (line) => {
    const own = named(page.authorLines[0] ?? '');
    for (const head of [`${title}\n${own}\n${named(line)}`, `${title}\n\n${own}\n\n${named(line)}`]) {
      const book = await read(head, page);
      expect(book).toMatchObject(expected);
      expect(book.rest).not.toContain(translator);
    }
  });

  it.each(page.titleLines)('names the title in "%s"', async (line) => {
    expect(await read(`${line.replace('N', title)}\n${named(page.authorLines[0] ?? '')}`, page)).toMatchObject(
      expected,
    );
  });
});
