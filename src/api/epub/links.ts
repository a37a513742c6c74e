import { hash } from '#src/lib/hash.ts';
import { type Files, splitHref } from './files.ts';
import type { ChapterPlan } from './plan.ts';
import type { DocumentSummary } from './summary.ts';

/**
 * Converts links and anchors of a book's documents. Converted links contain the number of a plan, which `settleLinks`
 * replaces with the number of a chapter.
 */
export interface LinkMap {
  /** Returns the id of an anchor; undefined if no link points to it. */
  anchor(spineIndex: number, name: string): string | undefined;
  /** Converts an href as written in a document; undefined if the link is removed. */
  link(spineIndex: number, href: string): string | undefined;
}

export function mapLinks(documents: DocumentSummary[], plans: ChapterPlan[], files: Files): LinkMap {
  const indexOf = new Map(documents.map((document, index) => [document.path, index]));
  const pieces = piecesOf(plans);
  const target = (from: number, href: string): { at: number; fragment: string } | undefined => {
    const path = files.resolve(href, documents[from]?.path ?? '');
    const at = path === undefined ? undefined : indexOf.get(path);
    return at === undefined ? undefined : { at, fragment: splitHref(href).fragment };
  };
  const linkedAnchors = new Set<string>();
  documents.forEach((document, from) => {
    for (const href of document.links) {
      const destination = target(from, href);
      if (destination && destination.fragment !== '') linkedAnchors.add(`${destination.at}#${destination.fragment}`);
    }
  });
  return {
    anchor: (at, name) => (linkedAnchors.has(`${at}#${name}`) ? anchorId(at, name) : undefined),
    link: (from, href) => {
      if (/^https:\/\//i.test(href.trim())) return externalLink(href.trim());
      const destination = href === '' ? undefined : target(from, href);
      const plan =
        destination &&
        planAt(destination.at, documents[destination.at]?.anchors.get(destination.fragment)?.order ?? -1);
      if (!destination || plan === undefined) return undefined;
      return `epub-chapter:${plan}${destination.fragment === '' ? '' : `#${anchorId(destination.at, destination.fragment)}`}`;
    },
  };

  function planAt(spineIndex: number, order: number): number | undefined {
    const anchors = documents[spineIndex]?.anchors;
    return pieces
      .get(spineIndex)
      ?.findLast(({ cut }) => (cut === undefined ? -1 : (anchors?.get(cut)?.order ?? -1)) <= order)?.plan;
  }
}

/**
 * Finds the chapter that contains an anchor of a plan, and the anchor's fragment ('' if the anchor is missing). Returns
 * undefined if the chapter was left out.
 */
export type FindTarget = (plan: number, anchor: string) => { chapter: number; fragment: string } | undefined;

/**
 * Replaces the numbers of plans in links with the numbers of chapters. A link within the chapter becomes only a
 * fragment. A link whose target was left out is removed.
 * @param own index of the chapter with the links
 */
export function settleLinks(html: string, own: number, find: FindTarget): string {
  return html.replace(/ href="epub-chapter:(\d+)(?:#([\w-]+))?"/g, (_all, plan: string, anchor = '') => {
    const target = find(Number(plan), anchor);
    if (!target) return '';
    const { chapter, fragment } = target;
    if (chapter !== own) return ` href="epub-chapter:${chapter}${fragment}"`;
    return fragment === '' ? '' : ` href="${fragment}"`;
  });
}

/**
 * Creates the id for an anchor. It contains the document's number, because documents in a chapter may use the same ids.
 */
function anchorId(spineIndex: number, name: string): string {
  return `b-${spineIndex}-${/^[\w-]{1,60}$/.test(name) ? name : hash(name, 12)}`;
}

function externalLink(href: string): string | undefined {
  return URL.canParse(href) ? new URL(href).href.replace(/['"<>\\\s]/g, encodeURIComponent) : undefined;
}

function piecesOf(plans: ChapterPlan[]): Map<number, { plan: number; cut: string | undefined }[]> {
  const pieces = new Map<number, { plan: number; cut: string | undefined }[]>();
  plans.forEach((plan, index) => {
    if (plan.matter === 'left-out') return;
    for (const segment of plan.segments) {
      const here = pieces.get(segment.spineIndex) ?? [];
      here.push({ plan: index, cut: segment.cut === 0 ? undefined : segment.cuts[segment.cut - 1] });
      pieces.set(segment.spineIndex, here);
    }
  });
  return pieces;
}

export interface LinkTargets {
  /** Returns the URL of an image by its id. */
  image(id: string): string;
  /** Returns the URL of a chapter by its index in `chapters`. */
  chapter(index: number): string;
}

/** Replaces the placeholders in a chapter's HTML with URLs, which are escaped. */
export function rewriteLinks(html: string, targets: LinkTargets): string {
  return html
    .replace(/ src="epub-image:([0-9a-f]+)"/g, (_all, id: string) => ` src="${escapeAttribute(targets.image(id))}"`)
    .replace(/ href="epub-chapter:(\d+)((?:#[\w-]+)?)"/g, (_all, index: string, anchor: string) => {
      return ` href="${escapeAttribute(targets.chapter(Number(index)))}${anchor}"`;
    });
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
