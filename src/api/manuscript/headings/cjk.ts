import type { Heading } from './heading.ts';
import type { Level } from './lexicon.ts';
import { CJK_MATTER } from './lexicon.ts';
import { CJK_DIGITS, cjkValue, romanValue } from './numerals.ts';

/**
 * Words for parts, chapters and sections of Chinese, Japanese and Korean books. Some also have other meanings: see
 * `isLookalike`.
 */
const LEVELS: Readonly<Record<string, Level>> = {
  ...units('part', '卷 巻 部 集 册 冊 编 編 篇 부 권 편'),
  ...units('chapter', '章 回 话 話 折 幕 夜 출 장 화 회 막 話目'),
  ...units('section', '节 節 절'),
};

function units(level: Level, list: string): Record<string, Level> {
  return Object.fromEntries(list.split(' ').map((unit) => [unit, level]));
}

const NUMBER = `[${CJK_DIGITS}]{1,12}|\\d{1,5}(?:\\.\\d{1,2})?|[IVXLC]{1,7}|[\\u2160-\\u217f]`;
const UNIT = Object.keys(LEVELS).join('|');
/** Matches numbered labels: "第三章", "第 3 章", "제3장". Without 第, the number must be in digits: "3章", "12화". */
const NUMBERED = new RegExp(
  `^(?:第\\s*(${NUMBER})\\s*(${UNIT})|제\\s*(${NUMBER})\\s*(${UNIT})|(\\d{1,5}(?:\\.\\d{1,2})?)\\s*(章|回|话|話|화|장|회|권|卷|巻|부))`,
  'u',
);
/** Matches labels with the unit before the number: "卷三 风起", "卷一". */
const UNIT_FIRST = new RegExp(`^(卷|章|回)\\s*(${NUMBER})(?=[\\s:、.·]|$)`, 'u');
/** Matches Japanese labels such as "其の三" and "その一". */
const SONO = new RegExp(`^(其の|その)(${NUMBER})(?=[\\s:、.]|$)`, 'u');
const MATTER = new RegExp(
  `^(${CJK_MATTER})(?:\\s*((?:第?(?:${NUMBER})[章话話回]?|[之的]?[上中下]|之(?:${NUMBER}))(?=[\\s:、.·—–\\-)]|$)|(?:${NUMBER})(?=[^\\d${CJK_DIGITS}]{1,12}$)))?`,
  'u',
);

/** Matches a number alone or before a title: "三", "三、夜雨". */
const BARE = new RegExp(`^([${CJK_DIGITS}]{1,6})(?:$|([、.．]\\s*|\\s+)(\\S.{0,40})$)`, 'u');

/** Matches brackets around a label or a whole heading. */
const BRACKETS = /^[【〖［[〔《〈「『(]\s*(.+?)\s*[】〗］\]〕》〉」』)]\s*(.*)$/u;
/** Matches the separator between a label and a title. */
const SEPARATOR = /^(?:\s*[:：、.．·・|｜—–―-]+\s*|\s+)/u;
/** Matches prefixes that book sites add: "正文 第一章", "VIP卷 第一章". */
const PREFIX = /^(?:正文|VIP\s*卷|vip|作品正文|最新章节|最新章節|正式卷|章节目录|☆+|★+|◆+|■+|●+|※+|§+)[、，,\s:：]*/u;

/** Parses a Chinese, Japanese or Korean heading at the beginning of a folded line. */
export function cjkHeading(line: string, folded: string): Heading | undefined {
  const prefix = PREFIX.exec(folded)?.[0].length ?? 0;
  const [rest, restFolded] = [line.slice(prefix).trim(), folded.slice(prefix).trim()];
  const opened = BRACKETS.exec(restFolded);
  if (opened) {
    const start = restFolded.indexOf(opened[1] ?? '');
    const inner = headingOf(rest.slice(start, start + (opened[1]?.length ?? 0)), opened[1] ?? '');
    const after = rest.slice(rest.length - (opened[2]?.length ?? 0));
    if (inner && !inner.isGlued) return opened[2] ? withTitle(inner, after) : inner;
    if (inner?.isGlued && !opened[2]) return inner;
    return undefined;
  }
  return headingOf(rest, restFolded);
}

function headingOf(line: string, folded: string): Heading | undefined {
  const numbered = NUMBERED.exec(folded);
  if (numbered) {
    const [all, ...groups] = numbered;
    const [number = '', unit = ''] = [groups[0] ?? groups[2] ?? groups[4], groups[1] ?? groups[3] ?? groups[5]];
    return withRest(line, all.length, { level: LEVELS[unit] ?? 'chapter', unit, value: numberOf(number) });
  }
  const first = UNIT_FIRST.exec(folded);
  if (first)
    return withRest(line, first[0].length, {
      level: LEVELS[first[1] ?? ''] ?? 'part',
      unit: first[1] ?? '',
      value: numberOf(first[2] ?? ''),
    });
  const sono = SONO.exec(folded);
  if (sono) return withRest(line, sono[0].length, { level: 'chapter', unit: 'その', value: numberOf(sono[2] ?? '') });
  const alone = BARE.exec(folded);
  if (alone) return bareHeading(line, alone);
  const matter = MATTER.exec(folded);
  if (!matter) return undefined;
  const heading = withRest(line, matter[0].length, { level: 'matter', unit: '', value: undefined });
  return heading?.isGlued && matter[2] === undefined ? undefined : heading;
}

const numberOf = (number: string): number | undefined =>
  /^\d/.test(number) ? Number(number) : (romanValue(number) ?? cjkValue(number));

function bareHeading(line: string, match: RegExpExecArray): Heading | undefined {
  const value = cjkValue(match[1] ?? '');
  const title = match[3] === undefined ? '' : line.slice(line.length - match[3].length).trim();
  if (!value || isSentence(title) || /[，。！？]$/u.test(title)) return undefined;
  const isWeak = /^\s*$/u.test(match[2] ?? '') && title !== '';
  return {
    level: 'bare',
    unit: 'cjk',
    value,
    label: '',
    title,
    isGlued: false,
    isWeak,
    language: 'zh',
    keepsLabel: true,
  };
}

interface NumberedLabel {
  readonly level: Heading['level'];
  readonly unit: string;
  readonly value: number | undefined;
}

function withRest(line: string, length: number, { level, unit, value }: NumberedLabel): Heading | undefined {
  if (level !== 'matter' && value === undefined) return undefined;
  const label = line.slice(0, length).trim();
  const afterLabel = line.slice(length);
  const separator = SEPARATOR.exec(afterLabel)?.[0] ?? '';
  const title = afterLabel.slice(separator.length).trim();
  const isGlued = title !== '' && separator === '';
  if (isGlued && isLookalike(unit, title)) return undefined;
  if (isSentence(title)) return undefined;
  const combined = level === 'part' && title !== '' ? headingOf(title, title.normalize('NFKC')) : undefined;
  if (combined && combined.level === 'chapter') return { ...combined, part: { label, value, title: '' } };
  const inner = level === 'part' ? partAndChapter(title) : undefined;
  if (inner) return { ...inner.heading, part: { label, value, title: inner.partTitle } };
  const language = /\p{Script=Hangul}/u.test(label) ? 'ko' : 'zh';
  return { level, unit, value, label, title, isGlued, isWeak: isGlued, language, keepsLabel: true };
}

/** Finds the chapter within the title of its part: "第一卷 风起 第三章 夜雨". */
function partAndChapter(title: string): { heading: Heading; partTitle: string } | undefined {
  const at = title.search(/\s第[^\s]{1,12}[章回话話节]/u);
  if (at < 0) return undefined;
  const chapterText = title.slice(at).trim();
  const heading = headingOf(chapterText, chapterText.normalize('NFKC'));
  return (
    heading && {
      heading: heading.level === 'section' ? { ...heading, level: 'chapter' } : heading,
      partTitle: title.slice(0, at).trim(),
    }
  );
}

const withTitle = (heading: Heading, after: string): Heading | undefined => {
  const title = after.replace(SEPARATOR, '').trim();
  return isSentence(title) ? undefined : { ...heading, title };
};

/**
 * Characters that, directly after a unit, make it the beginning of another word: "第一回合", "第一部分", "第三部电影", "第一节课",
 * "第二集团军".
 */
const WORD_CONTINUATIONS: Readonly<Record<string, RegExp>> = {
  章: /^[节節程鱼的里中内內]/u,
  回: /^[合来來到家去目的见見听聽想是我他她你在]/u,
  节: /^[课課目点點车車奏日省约的]/u,
  節: /^[課目點車奏日的]/u,
  部: /^[分队隊门門电電书書手作片小落的署]/u,
  集: /^[团團体體中合市会會的]/u,
  卷: /^[的子入起轴]/u,
  巻: /^[の]/u,
  话: /^[的剧筒语]/u,
  話: /^[的劇筒し]/u,
  夜: /^[的里裡晚间間深]/u,
  幕: /^[后後的]/u,
  篇: /^[文章的小幅]/u,
  编: /^[辑輯号]/u,
  編: /^[輯號]/u,
  冊: /^[的書]/u,
  册: /^[的书]/u,
  折: /^[叠扣磨的]/u,
  장: /^(?:[의을를은는이가에소면]|(?:만|도|씩|까지|부터|처럼|보다|쯤)(?:\s|$))/u,
  화: /^(?:[의을를은는이가에]|(?:만|도|씩|까지|부터|처럼|보다|쯤)(?:\s|$))/u,
  회: /^(?:[의을를은는이가에]|(?:만|도|씩|까지|부터|처럼|보다|쯤)(?:\s|$))/u,
  부: /^[의을를은는이가에분]/u,
  권: /^[의을를은는이가에]/u,
};

const isLookalike = (unit: string, title: string) =>
  WORD_CONTINUATIONS[unit]?.test(title) === true || /^[的了是在就和与與也都还還只不没沒有]/u.test(title);

/** Maximum length of a title. */
const MAX_TITLE_CHARACTERS = 50;

/** Whether the text after a label is a sentence instead of a title: "第一章写得很好。" */
function isSentence(title: string): boolean {
  if (title.length > MAX_TITLE_CHARACTERS) return true;
  if (/[。．]["”」』）)]?$/u.test(title)) return true;
  // A title may contain a comma or a question ("他，来了？"), but not within a longer text.
  return /[，、；。！？].{12,}[，；。！？]/u.test(title);
}
