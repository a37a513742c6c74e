import type { Level } from './lexicon.ts';

/** A line of plain text that may be a heading. */
export interface Heading {
  /** `bare`: a number alone; `matter`: a preface, epilogue or side story. */
  readonly level: Level | 'bare' | 'matter';
  /** Kind of label, the same for all headings of a series: "章", "chapter", "roman". */
  readonly unit: string;
  readonly value: number | undefined;
  /** The label as shown in the title: "Chapter 3", "第三章", "Prologue"; "" for a bare number. */
  readonly label: string;
  /** The text after the label. */
  readonly title: string;
  /** Whether the title follows the label without a separator. */
  readonly isGlued: boolean;
  /** Whether the line may be an ordinary sentence. It is a heading only if its number continues the series. */
  readonly isWeak: boolean;
  readonly language: string;
  /** Whether the label is kept as written, with a space before the title instead of a colon. */
  readonly keepsLabel: boolean;
  /** The number of an arc and of a chapter in it, as in "1.1" and "Ferry 2.10". */
  readonly place?: { readonly arc: number; readonly chapter: number };
  /** The part named before the chapter, as in "Vol. 2 Ch. 3". */
  readonly part?: { readonly label: string; readonly value: number | undefined; readonly title: string };
}

/** Returns the title that readers see. */
export function titleOf({ label, title, keepsLabel }: Pick<Heading, 'label' | 'title' | 'keepsLabel'>): string {
  if (label === '' || title === '') return label || title;
  return keepsLabel ? `${label} ${title}` : `${label}: ${title}`;
}
