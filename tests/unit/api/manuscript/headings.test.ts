import { describe, expect, it } from 'vitest';
import { titleOf } from '#src/api/manuscript/headings/heading.ts';
import { numberWords } from '#src/api/manuscript/headings/number-words.ts';
import { cjkValue, romanValue } from '#src/api/manuscript/headings/numerals.ts';
import { parseHeading } from '#src/api/manuscript/headings/parse.ts';

describe('cjkValue, which reads Chinese numerals', () => {
  it.each([
    ['一百九十九', 199],
    ['两百', 200],
    ['两百零一', 201],
    ['壹百贰拾', 120],
    ['一〇三', 103],
    ['廿三', 23],
    ['十', 10],
    ['一千零一', 1001],
    ['三万二千', 32_000],
    ['一百五', 150],
    ['삼십이', 32],
    ['二二百', undefined],
  ])('reads %s as %s', (text, value) => {
    expect(cjkValue(text)).toBe(value);
  });
});

describe('romanValue, which reads Roman numerals', () => {
  it.each([
    ['XLIV', 44],
    ['xii', 12],
    ['Ⅳ', 4],
    ['IIII', 4],
    ['Mix', undefined],
    ['IIX', undefined],
  ])('reads %s as %s', (text, value) => {
    expect(romanValue(text)).toBe(value);
  });
});

describe('numberWords, which reads numbers in words', () => {
  it.each([
    ['en', 'TWENTY-ONE', 21],
    ['en', 'One hundred and twenty-three', 123],
    ['en', 'Third', 3],
    ['fr', 'PREMIÈRE', 1],
    ['fr', 'quatre-vingt-dix-neuf', 99],
    ['de', 'Einundzwanzigstes', 21],
    ['de', 'dreißig', 30],
    ['es', 'Vigésimo primero', 21],
    ['es', 'tercera', 3],
    ['pt', 'vinte e um', 21],
    ['it', 'ventunesimo', 21],
    ['nl', 'eenentwintig', 21],
    ['pl', 'dwudziesty pierwszy', 21],
    ['ru', 'двадцать первая', 21],
    ['uk', 'третя', 3],
    ['tr', 'yirmi birinci', 21],
    ['ar', 'الحادي والعشرون', 21],
    ['hi', 'इक्कीस', 21],
    ['vi', 'hai mươi mốt', 21],
    ['id', 'dua puluh satu', 21],
    ['fil', 'Ikalawang', 2],
    ['th', 'ยี่สิบเอ็ด', 21],
  ])('reads the number word in %s: %s', (language, text, value) => {
    expect(numberWords(text, language)).toEqual({ value, length: text.length });
  });

  it('ignores text after the number', () => {
    expect(numberWords('Twenty One Nights', 'en')).toEqual({ value: 21, length: 10 });
  });
});

describe('parseHeading', () => {
  it.each([
    ['CHAPTER I.', 'Chapter 1'],
    ['chapter.003 The Sea', 'Chapter 3: The Sea'],
    ['Chapter the Third. In Which It Rains', 'Chapter 3: In Which It Rains'],
    ['CHAPTER TWENTY-ONE', 'Chapter 21'],
    ['CHAPTER ONE The Ford', 'Chapter 1: The Ford'],
    ['2. Chapter 2: Fog', 'Chapter 2: Fog'],
    ['Ch 4-6: Fog', 'Chapter 4–6: Fog'],
    ['Chapter 12.5: Omake', 'Chapter 12.5: Omake'],
    ['Ch. 7 - Rain', 'Chapter 7: Rain'],
    ['** Chapter 3: Rain **', 'Chapter 3: Rain'],
    ['Chapter 3 Who Are You?', 'Chapter 3: Who Are You?'],
    ['CHAPITRE PREMIER', 'Chapitre 1'],
    ['Premier chapitre', 'Chapitre 1'],
    ['Erstes Kapitel', 'Kapitel 1'],
    ['1. Kapitel: Das Boot', '1. Kapitel: Das Boot'],
    ['2. Kapitel: Ein Brief', '2. Kapitel: Ein Brief'],
    ['2. Bölüm: Bir Mektup', '2. Bölüm: Bir Mektup'],
    ['CAPÍTULO XXI', 'Capítulo 21'],
    ['Rozdział pierwszy', 'Rozdział 1'],
    ['Глава двадцать первая', 'Глава 21'],
    ['Birinci Bölüm', '1. Bölüm'],
    ['الفصل الثالث - النهر', 'الفصل الثالث: النهر'],
    ['अध्याय १', 'अध्याय १'],
    ['Chương hai mươi mốt', 'Chương 21'],
    ['BAB DUA', 'Bab 2'],
    ['Ikalawang Kabanata', 'Kabanata 2'],
    ['บทที่ ๑๒ แม่น้ำ', 'บทที่ ๑๒: แม่น้ำ'],
    ['【第三章】夜雨', '第三章 夜雨'],
    ['第４章：灯', '第４章 灯'],
    ['第三章夜雨', '第三章 夜雨'],
    ['正文 第一章 渡口', '第一章 渡口'],
    ['第三話「夜雨」', '第三話 「夜雨」'],
    ['제12화 강', '제12화 강'],
  ])('parses %s as the chapter %s', (line, title) => {
    const heading = parseHeading(line);
    expect(heading?.level).toBe('chapter');
    expect(heading && titleOf(heading)).toBe(title);
  });

  it.each([
    ['EPILOGUE', 'Epilogue'],
    ['Side Story 3: Cake', 'Side Story 3: Cake'],
    ['番外一旧事', '番外一 旧事'],
    ['番外編　柿の木', '番外編 柿の木'],
    ['외전 1 나무', '외전 1 나무'],
    ['Lời mở đầu', 'Lời mở đầu'],
    ['Эпилог. Снова', 'Эпилог: Снова'],
  ])('parses %s as the section %s', (line, title) => {
    const heading = parseHeading(line);
    expect(heading?.level).toBe('matter');
    expect(heading && titleOf(heading)).toBe(title);
  });

  it.each([
    ['Vol. 2 Ch. 3: The Sea', 'Volume 2', 'Chapter 3: The Sea'],
    ['Volume 2, Chapter 3', 'Volume 2', 'Chapter 3'],
    ['[Vol 1] Chapter 2', 'Volume 1', 'Chapter 2'],
    ['Quyển 2 - Chương 5: Gió', 'Quyển 2', 'Chương 5: Gió'],
    ['第一卷 风起 第三章 夜雨', '第一卷', '第三章 夜雨'],
  ])('parses the part and chapter of %s', (line, part, title) => {
    const heading = parseHeading(line);
    expect(heading?.part?.label).toBe(part);
    expect(heading && titleOf(heading)).toBe(title);
  });

  // Sentences, and numbers on their own, which are headings only in a series of such lines.
  it.each([
    '第一封信',
    '第四本书',
    'Part of me',
    '第一部分是这样的',
    '第一回合他就输了。',
    '第三章的内容很难懂。',
    '第一节课开始了',
    'Chapter one is what he called it.',
    'Chapter 3 was the longest chapter she had written.',
    'Book 3 had been missing for weeks.',
    'Part 2 of the plan was simple.',
    'I am here',
    'Mix',
    'Prologue of his life',
    '序幕拉开了，大家都很高兴。',
    '尾声渐渐远去。',
    'One day he came.',
    'Volume two of the encyclopaedia lay open',
    '1984 was a bad year.',
    '12 monkeys',
    'Глава семьи вошёл в дом.',
    'Часть людей ушла.',
    'Teil des Plans',
    'Partie de chasse',
    'الفصل كان طويلا',
    'Bab ini sulit',
    'บทที่น่าเบื่อ',
    '제일 좋아하는',
    '三章六节',
    '第二天早晨',
    '第一次见面',
    '第三者',
    '第一集团军',
    'Introduction to it all was hard.',
    'Chapter and verse',
    'Extra money was needed',
    'Act now',
    'Tập trung',
    'Phần lớn',
    'Hồi nhỏ',
    'Del var',
    'Bonus points',
    'Special',
    'Cap and gown',
    'Ep',
    '第一章写得很好，他想，然后又翻了一页，继续读下去。',
    'Kitap okudu',
    'Глава 3 была самой длинной.',
    '10:30 am',
    '第一千次',
  ])('treats %s as text', (line) => {
    expect(parseHeading(line)).toBeUndefined();
  });

  it('takes at most 1.5 s for long repetitions of parts of headings', () => {
    const started = process.cpuUsage().user;
    for (const piece of ['第一', 'Chapter ', '- ', 'twenty ', '【', '. ', 'I', '一百'])
      for (const length of [20, 80, 160]) parseHeading(piece.repeat(length).slice(0, 160));
    expect(process.cpuUsage().user - started).toBeLessThan(1_500_000);
  });
});
