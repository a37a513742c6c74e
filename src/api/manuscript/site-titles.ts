import { parseTitle } from '../epub/titles.ts';
import { parseHeading } from './headings/parse.ts';

const BETWEEN = /\s+[-–—|]\s+/u;

/** The title of a web page, divided into that of the book and that of its chapter. */
export interface PageTitle {
  readonly book: string;
  readonly chapter?: string;
}

/** Divides titles such as "The Raft - Chapter 1" and "Chapter 3: Rain - The Raft" whose only numbered part is a chapter. */
export function pageTitle(title: string): PageTitle {
  const parts = title.split(BETWEEN).filter(Boolean);
  const isChapter = (text: string) => {
    const level = parseTitle(text, Number.POSITIVE_INFINITY)?.level;
    return level === 'chapter' || (level === undefined && parseHeading(text)?.level === 'matter');
  };
  const [chapter, ...others] = parts.filter(isChapter);
  const books = parts.filter((part) => part !== chapter);
  return chapter === undefined || others.length > 0 || books.length !== 1
    ? { book: title }
    : { book: books[0] ?? '', chapter };
}
