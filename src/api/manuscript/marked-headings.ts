import {
  attribute,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  setAttribute,
  typesOf,
} from '../epub/tree.ts';

const HEADING = /^h[1-6]$/;
const PART_CLASS = /(?:^|\s)part(?:\s|$)/i;
/** Matches the classes of headings that have no number, as Pandoc, Quarto and LaTeX name them. */
const UNNUMBERED_CLASS =
  /(?:^|\s)(?:unnumbered|front-?matter|back-?matter|appendix|preface|prologue|epilogue|dedication|epigraph|foreword|afterword|interlude)(?:\s|$)/i;
/** Matches the marks of Bookdown, such as `# (PART) Water`. */
const BOOKDOWN_PART = /^\((?:PART|APPENDIX)\*?\)\s*/;

/** Whether a heading, or the section that it begins, is marked as a part. */
export function isMarkedPart(heading: Element): boolean {
  const section = heading.parentNode;
  return isPartElement(heading) || (section !== null && isElement(section) && beginsPart(section, heading));
}

const isPartElement = (element: Element) =>
  PART_CLASS.test(attribute(element, 'class')) ||
  typesOf(element).includes('part') ||
  attribute(element, 'role') === 'doc-part';

const beginsPart = (section: Element, heading: Element) =>
  /^(?:section|div)$/.test(section.tagName) &&
  isPartElement(section) &&
  childrenOf(section).find((child) => isElement(child) && HEADING.test(child.tagName)) === heading;

/** Whether a heading is marked as having no number. */
export const isMarkedUnnumbered = (heading: Element): boolean => UNNUMBERED_CLASS.test(attribute(heading, 'class'));

/** Gives headings with Bookdown's marks for parts the class `part`, and removes the marks. */
export function markBookdownParts(body: Element): void {
  for (const heading of findAll(body, ({ tagName }) => tagName === 'h1')) {
    const [text] = childrenOf(heading);
    if (!text || !isText(text) || !BOOKDOWN_PART.test(text.value)) continue;
    text.value = text.value.replace(BOOKDOWN_PART, '');
    setAttribute(heading, 'class', `part ${attribute(heading, 'class')}`);
  }
}
