import type { ShownChapter } from './shown-book.ts';
import { attributeOf, resolved, type SourceBook, type SourceDocument } from './source-book.ts';

const LABEL = /^[[(]?(?:\d{1,4}|[*†‡§])[\])]?$/;

/**
 * Counts the references to notes in a book. A reference either has the epub:type `noteref`, or is a label (such as a
 * number) that links to a note with a link back.
 */
export function countNotes({ documents }: SourceBook): number {
  return documents.flatMap((document) => referencesIn(document, documents)).length;
}

function referencesIn(from: SourceDocument, documents: readonly SourceDocument[]): Element[] {
  return [...from.body.querySelectorAll('a[href*="#"]')].filter((link) => {
    const [, fragment = ''] = attributeOf(link, 'href').split('#');
    const path = resolved(attributeOf(link, 'href'), from.path) || from.path;
    const document = documents.find((one) => one.path === path);
    const target = document?.body.querySelector(`[id="${fragment}"]`);
    if (!document || !target) return false;
    if (attributeOf(link, 'epub:type').split(' ').includes('noteref')) return true;
    if (!LABEL.test((link.textContent ?? '').trim())) return false;
    const isFirst = document === from ? isBefore(link, target) : documents.indexOf(from) < documents.indexOf(document);
    return isFirst && backLinks(target).some((back) => leadsTo(back, path, link, from.path));
  });
}

/**
 * Whether a reference precedes its note. The text of a backlink may be a number too, but a backlink follows its target.
 */
const isBefore = (link: Element, target: Element): boolean => (link.compareDocumentPosition(target) & 4) !== 0;

const backLinks = (target: Element): Element[] => [...(blockOf(target)?.querySelectorAll('a[href*="#"]') ?? [])];

function leadsTo(back: Element, path: string, link: Element, from: string): boolean {
  const [, fragment = ''] = attributeOf(back, 'href').split('#');
  const at = link.closest('[id]');
  return (resolved(attributeOf(back, 'href'), path) || path) === from && attributeOf(at, 'id') === fragment;
}

const blockOf = (element: Element): Element | null => element.closest('li, aside, div, p, dd');

/** Counts the links in the site's chapters that lead to a note, if the note links back to the place of the link. */
export function countLinkedNotes(chapters: readonly ShownChapter[]): number {
  const links = chapters.flatMap((chapter) =>
    [...chapter.body.querySelectorAll('a')].map((link) => ({ link, chapter })),
  );
  return links.filter(({ link, chapter }) => {
    const note = link.className.includes('text-note-back') ? undefined : targetOf(link, chapter, chapters);
    const isNote = link.className.includes('text-note-ref') || LABEL.test((link.textContent ?? '').trim());
    if (!note || !isNote || (note.chapter === chapter && !isBefore(link, note.target))) return false;
    return [...(blockOf(note.target)?.querySelectorAll('a') ?? [])].some((back) => {
      const place = targetOf(back, note.chapter, chapters);
      return (
        place?.chapter === chapter &&
        (place.target === link || place.target.contains(link) || link.contains(place.target))
      );
    });
  }).length;
}

function targetOf(link: Element, from: ShownChapter, chapters: readonly ShownChapter[]) {
  const [path = '', fragment = ''] = attributeOf(link, 'href').split('#');
  const chapter = path === '' ? from : chapters.find((one) => one.path === path);
  const target = fragment === '' ? null : chapter?.page.getElementById(fragment);
  return chapter && target ? { chapter, target } : undefined;
}
