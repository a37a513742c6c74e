import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { makeBook, makeTag } from './memory-source.ts';

const UPDATED = '2026-03-01T04:05:06Z';

/** Texts of a book in one language. They have no Latin letters, and punctuation whose position depends on the direction. */
export interface ForeignTexts {
  readonly language: string;
  readonly title: string;
  readonly author: string;
  readonly introduction: string;
  readonly tag: string;
  readonly part: string;
  readonly chapters: readonly string[];
  readonly series: string;
  readonly source: string;
  readonly html: string;
}

export const FOREIGN: readonly ForeignTexts[] = [
  {
    language: 'he',
    title: 'הגשר על הנהר (2): מי שם?',
    author: 'מרה ספן',
    introduction: 'הנהר היה גבוה באותו אביב. איש לא חצה אחרי רדת החושך!',
    tag: 'ים ונהר',
    part: 'חלק 1: המים.',
    chapters: ['12. הפנס!', '13. הפעמון (סוף)'],
    series: 'נהרות העמק (1)',
    source: 'הוצאת הגשר, 1932.',
    html: '<p>הנהר היה גבוה באותו אביב.</p><p>״מי שם?״ שאלה מרה.</p>',
  },
  {
    language: 'ar',
    title: 'الجسر القديم (3): من هناك؟',
    author: 'سلمى الملاح',
    introduction: 'كان النهر عاليا في ذلك الربيع. لم يعبر أحد بعد الغروب!',
    tag: 'قصص البحر',
    part: 'الجزء 1: الماء.',
    chapters: ['12. المصباح!', '13. الجرس (النهاية)'],
    series: 'أنهار الوادي (1)',
    source: 'دار الجسر، 1932.',
    html: '<p>كان النهر عاليا في ذلك الربيع.</p><p>«من هناك؟» سألت سلمى.</p>',
  },
  {
    language: 'ja',
    title: '川のほとりの灯（四）',
    author: '渡し舟まり',
    introduction: 'その年の春、川の水は橋の半ばまで上がった。日が暮れてからは誰も渡らなかった。',
    tag: '水のものがたり',
    part: '第一部 みず',
    chapters: ['十二 ともしび', '十三 かねの音'],
    series: '谷のながれ',
    source: 'かわぎし書房、1932年。',
    html: '<p>その年の春、川の水は橋の半ばまで上がった。</p><p>「まだ渡れますか」と彼女は尋ねた。</p>',
  },
  {
    language: 'zh',
    title: '渡口的灯（五）',
    author: '江水生',
    introduction: '那年春天，江水涨到了桥的一半。天黑以后没有人再过江！',
    tag: '江河故事',
    part: '第一部：水',
    chapters: ['第十二章 灯', '第十三章 钟声'],
    series: '山谷之河',
    source: '渡口书局，1932。',
    html: '<p>那年春天，江水涨到了桥的一半。</p><p>“你听见了吗？”她问。</p>',
  },
];

/** The books as listings show them, each with its own tag, author and keyword. */
export const foreignBooks: readonly Book[] = FOREIGN.map((texts, index) =>
  makeBook(index + 1, {
    title: texts.title,
    author: { id: index + 1, name: texts.author },
    introduction: texts.introduction,
    tags: [foreignTag(index)],
    keywords: [index + 1],
    language: texts.language,
    rating: 4.5,
    rating_count: 12,
    status: 'updating',
  }),
);

export function foreignTag(index: number): ReturnType<typeof makeTag> {
  return makeTag(index + 1, FOREIGN[index]?.tag ?? '', 1);
}

export const foreignDetail = (index: number): BookDetail => ({
  ...(foreignBooks[index] as Book),
  published_at: UPDATED,
  first_chapter_id: index * 10 + 1,
  last_chapter: null,
  source: FOREIGN[index]?.source ?? null,
  series: { keyword: { id: index + 1, name: FOREIGN[index]?.series ?? '' }, number: 1 },
});

/** Enough chapters that the list shows ranges of chapters and a field for jumping to a chapter. */
export const foreignChapters = (index: number): Chapter[] =>
  Array.from({ length: 130 }, (_, place) => ({
    id: index * 1000 + place + 1,
    number: place + 1,
    title: FOREIGN[index]?.chapters[place % 2] ?? '',
    part: FOREIGN[index]?.part ?? null,
    kind: 'chapter',
    words: 2000,
    locked: place === 0 && index % 2 === 1,
    price: place === 0 && index % 2 === 1 ? 20 : null,
    free_from: null,
    updated_at: UPDATED,
  }));
