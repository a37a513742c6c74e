import type { Candidate } from './candidates.ts';
import { type Line, SENTENCE_END } from './lines.ts';
import type { Shape } from './shape.ts';

const MAX_SUBTITLE_CHARACTERS = 90;
/** Short lines below headings are titles if at least this fraction of the headings is followed by one. */
const MIN_SUBTITLED_SHARE = 0.6;

/**
 * Adds the titles on the lines below the headings ("The Ford" below "CHAPTER I."), if most headings are followed by
 * one.
 */
export function withSubtitles(
  candidates: readonly Candidate[],
  lines: readonly Line[],
  { paragraphIndent }: Shape,
): Candidate[] {
  const numbered = candidates.filter(({ heading }) => heading.title === '' && heading.level !== 'matter');
  const places = new Set(candidates.map(({ at }) => at));
  const last = new Map(candidates.map(({ at, heading }) => [keyOf(heading), at]));
  const subtitles = new Map<Candidate, { text: string; end: number }>();
  for (const candidate of numbered) {
    const subtitle = subtitleOf(candidate, places, lines, paragraphIndent);
    // A short paragraph that is all the text of a chapter is not a title. Entries of a contents list have no text
    // below.
    const isEntry = (last.get(keyOf(candidate.heading)) ?? candidate.at) > candidate.at;
    if (subtitle && (isEntry || hasBody(lines, subtitle.end, places))) subtitles.set(candidate, subtitle);
  }
  const usual = new Map<string, boolean>();
  const isUsualUnit = (level: string, unit: string) => {
    const same = numbered.filter(({ heading }) => heading.level === level && heading.unit === unit);
    const titled = same.filter((candidate) => subtitles.has(candidate));
    return (
      titled.length >= same.length * MIN_SUBTITLED_SHARE &&
      (same.length > 1 ||
        titled.every((candidate) => isSurelyTitle(candidate, subtitles.get(candidate)?.end ?? 0, lines)))
    );
  };
  const isUsual = (level: string, unit: string) => {
    const answer = usual.get(`${level} ${unit}`) ?? isUsualUnit(level, unit);
    usual.set(`${level} ${unit}`, answer);
    return answer;
  };
  return candidates.map((candidate) => {
    const subtitle = subtitles.get(candidate);
    if (!subtitle || !isUsual(candidate.heading.level, candidate.heading.unit)) return candidate;
    return { ...candidate, end: subtitle.end, heading: { ...candidate.heading, title: subtitle.text, isWeak: false } };
  });
}

const keyOf = ({ level, unit, value }: Candidate['heading']) => `${level} ${unit} ${value}`;

/** Whether text follows a line before the next heading. */
function hasBody(lines: readonly Line[], from: number, headings: ReadonlySet<number>): boolean {
  for (let at = from; at < lines.length && !headings.has(at); at += 1) if (lines[at]?.text !== '') return true;
  return false;
}

/**
 * Whether the line after the only heading is that heading's title: it must be in capitals, or be followed by a larger
 * gap than the one between paragraphs.
 */
function isSurelyTitle({ end }: Candidate, after: number, lines: readonly Line[]): boolean {
  const text = lines.slice(end, after).find((line) => line.text !== '')?.text ?? '';
  return (
    (lines[after]?.text === '' && lines[after + 1]?.text === '') ||
    (text === text.toUpperCase() && text !== text.toLowerCase())
  );
}

function subtitleOf(
  candidate: Candidate,
  places: ReadonlySet<number>,
  lines: readonly Line[],
  indent: number,
): { text: string; end: number } | undefined {
  let at = candidate.end;
  while (at < lines.length && lines[at]?.text === '' && at < candidate.end + 3) at += 1;
  const line = lines[at];
  const next = lines[at + 1];
  if (!line || line.text === '' || !next || places.has(at)) return undefined;
  const isAlone =
    next.text === '' ||
    (at === candidate.end && indent > 0 && line.indent < indent && next.indent >= indent) ||
    at === candidate.end;
  const isTitleLike =
    line.text.length <= MAX_SUBTITLE_CHARACTERS &&
    !/[.。,，;；:：।]["'”’»」』]?$/u.test(line.text) &&
    !/^["“„«‘「『—–-]/u.test(line.text) &&
    (!/^\p{Ll}/u.test(line.text) || /,$/.test(lines[candidate.at]?.text ?? '')) &&
    !/^[[(]/.test(line.text) &&
    !/\p{Ll}{3,}[.!?]\s+\S/u.test(line.text);
  const isShort = line.width <= 60 && !SENTENCE_END.test(line.text.replace(/[?!？！]$/u, ''));
  const isFollowed = lines.slice(at + 1, at + 6).some(({ text }) => text !== '');
  return isAlone && isTitleLike && isShort && isFollowed ? { text: line.text, end: at + 1 } : undefined;
}
