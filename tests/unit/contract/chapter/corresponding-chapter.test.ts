import { describe, expect, it } from 'vitest';
import { correspondingChapter, type Outline } from '#src/contract/chapter/corresponding-chapter.ts';

type Part = string | null;

/** A book whose chapters have the ids `first`, `first` + 1 and so on. A part that begins with `!` is a section. */
const outline = (status: Outline['status'], first: number, parts: readonly Part[]): Outline => ({
  status,
  chapters: parts.map((part, place) => ({
    id: first + place,
    kind: part === '!' ? ('section' as const) : ('chapter' as const),
    part: part === '!' ? null : part,
  })),
});
const plain = (count: number): Part[] => Array.from({ length: count }, () => null);

describe('correspondingChapter', () => {
  const original = outline('finished', 1, plain(4));

  it('returns the chapter with the same position', () => {
    expect(correspondingChapter(original, 3, outline('finished', 101, plain(4)))).toBe(103);
  });

  it('counts prefaces separately, so that a preface of a translator moves no chapter', () => {
    const withPreface = outline('finished', 101, ['!', ...plain(4)]);
    expect(correspondingChapter(original, 3, withPreface)).toBe(104);
    expect(correspondingChapter(withPreface, 104, original)).toBe(3);
    expect(correspondingChapter(withPreface, 101, original)).toBeNull();
    expect(correspondingChapter(withPreface, 101, outline('finished', 201, ['!', ...plain(4)]))).toBe(201);
    expect(correspondingChapter(withPreface, 101, outline('finished', 201, ['!', '!', ...plain(4)]))).toBeNull();
  });

  it('returns null for a chapter that is not translated yet', () => {
    const begun = outline('updating', 101, plain(2));
    expect(correspondingChapter(original, 2, begun)).toBe(102);
    expect(correspondingChapter(original, 3, begun)).toBeNull();
  });

  it('returns null for finished editions that are divided into different numbers of chapters', () => {
    expect(correspondingChapter(original, 2, outline('finished', 101, plain(5)))).toBeNull();
    expect(correspondingChapter(original, 2, outline('updating', 101, plain(5)))).toBe(102);
  });

  it('returns null if the chapters are in different parts, whatever the parts are called', () => {
    const twoParts = outline('updating', 1, ['I', 'I', 'II', 'II']);
    expect(correspondingChapter(twoParts, 3, outline('updating', 101, ['Uno', 'Uno', 'Dos', 'Dos']))).toBe(103);
    expect(correspondingChapter(twoParts, 3, outline('updating', 101, ['Uno', 'Uno', 'Uno', 'Dos']))).toBeNull();
    expect(correspondingChapter(twoParts, 3, outline('updating', 101, [null, 'Uno', null, 'Dos']))).toBeNull();
    expect(correspondingChapter(twoParts, 3, original)).toBe(3);
  });

  it('returns null for a chapter of another book', () => {
    expect(correspondingChapter(original, 9, outline('finished', 101, plain(4)))).toBeNull();
  });

  it('is symmetric', () => {
    const editions = [
      original,
      outline('updating', 101, ['!', ...plain(2)]),
      outline('finished', 201, ['!', 'A', 'A', 'B', 'B']),
      outline('updating', 301, ['A', 'B', 'B']),
    ];
    for (const one of editions)
      for (const other of editions)
        for (const { id } of one.chapters) {
          const match = correspondingChapter(one, id, other);
          if (match !== null) expect(correspondingChapter(other, match, one)).toBe(id);
        }
  });
});
