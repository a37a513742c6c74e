import { parseTitle } from './titles.ts';

/**
 * The role of a part of a book. A `letter` has a title such as "Letter 1". Letters are chapters only if the book has no
 * other chapters.
 */
export type Matter = 'left-out' | 'section' | 'letter' | 'chapter';

export interface Piece {
  title: string;
  types: string[];
  path: string;
  /** The type in the guide of an EPUB 2. */
  guide: string | undefined;
}

const LEFT_OUT_TYPES = new Set([
  'titlepage',
  'halftitlepage',
  'title-page',
  'copyright-page',
  'imprint',
  'imprimatur',
  'colophon',
  'cover',
  'toc',
  'landmarks',
  'page-list',
  'loi',
  'lot',
  'loa',
  'lov',
  'index',
  'other-credits',
  'z3998:publisher-logo',
]);
const SECTION_TYPES = new Set([
  'preface',
  'foreword',
  'introduction',
  'prologue',
  'preamble',
  'epilogue',
  'afterword',
  'conclusion',
  'dedication',
  'epigraph',
  'acknowledgments',
  'acknowledgements',
  'appendix',
  'endnotes',
  'rearnotes',
  'footnotes',
  'glossary',
  'notes',
  'errata',
  'contributors',
]);
const LEFT_OUT_TITLES = new RegExp(
  `^(?:${[
    'cover(?: page| image)?',
    '(?:half[- ]?)?title ?page',
    'half[- ]?title',
    'copyright.*',
    '(?:un)?copyright',
    'imprint',
    'colophon',
    '(?:table of )?contents',
    'toc',
    'landmarks',
    'list of illustrations',
    'about the (?:author|publisher)',
    'also by .*',
    'newsletter.*',
    'the full project gutenberg.* license.*',
    'project gutenberg.*',
    "transcriber['’]s notes?",
    'umschlag',
    'titelblatt',
    'titelseite',
    'impressum',
    'inhalt(?:sverzeichnis)?',
    'couverture',
    'page de titre',
    'sommaire',
    'table des matières',
    "droits d['’]auteur",
    'portada',
    'cubierta',
    'índice',
    'créditos',
    'derechos de autor',
    'copertina',
    'frontespizio',
    'indice',
    'capa',
    'folha de rosto',
    'sumário',
    'omslag',
    'titelpagina',
    'inhoud(?:sopgave)?',
    '目次',
    '目录',
    '封面',
    '版权.*',
  ].join('|')})$`,
  'iu',
);
const SECTION_TITLES = new RegExp(
  `^(?:${[
    'prefaces?',
    'foreword',
    'forward',
    'introduction',
    'introductory',
    'prologue',
    'epilogue',
    'afterword',
    'postscript',
    'dedication',
    'epigraph',
    '(?:end|foot)?notes?',
    'acknowledge?ments?',
    'appendix',
    'glossary',
    'conclusion',
    "(?:author|editor|translator|publisher)['’]s (?:note|preface|foreword|introduction)",
    'to the reader',
    'a note (?:on|to|from|about) .*',
    'vorwort',
    'einleitung',
    'prolog',
    'epilog',
    'nachwort',
    'widmung',
    'danksagung',
    'anmerkungen',
    'anhang',
    'préface',
    'avant-propos',
    'postface',
    'dédicace',
    'épilogue',
    'remerciements',
    'prefacio',
    'prólogo',
    'epílogo',
    'introducción',
    'dedicatoria',
    'agradecimientos',
    'prefazione',
    'prologo',
    'epilogo',
    'introduzione',
    'prefácio',
    'introdução',
    'voorwoord',
    'inleiding',
    'nawoord',
    'proloog',
    'epiloog',
    'предисловие',
    'пролог',
    'эпилог',
    'послесловие',
    'введение',
    '序章?',
    '前言',
    '后记',
    '尾声',
  ].join('|')})(?=\\s*(?:$|[:.,;—–(-]|\\s(?:to|by|from|zu[mr]?|von|à|au|de|du|a|do|van|voor)\\s))`,
  'iu',
);
const LEFT_OUT_GUIDES = /^(?:cover|title-?page|copyright-page|colophon|toc|loi|lot|index)$/;
const SECTION_GUIDES = /^(?:preface|foreword|dedication|epigraph|acknowledge?ments|notes|glossary|bibliography)$/;
const LEFT_OUT_FILES =
  /(?:^|\/)(?:cover|title-?_?page|half-?title|copyright|colophon|imprint|toc|nav)(?:page)?\.x?html?$/i;

/**
 * Matches pages that FanFicFare and WebToEpub add: information about the story, a table of contents, a download log.
 */
const TOOL_PAGES = /(?:^|\/)(?:title_page|toc_page|log_page|\d{4}_information)\.x?html$/i;

/**
 * Determines the role of a part by its epub:type, or else by its title, or else by the EPUB 2 guide and the file name.
 */
export function matterOf(piece: Piece, maxNumber: number): Matter {
  const { types, title, guide = '' } = piece;
  if (types.some((type) => LEFT_OUT_TYPES.has(type))) return 'left-out';
  if (types.some((type) => SECTION_TYPES.has(type))) return 'section';
  if (TOOL_PAGES.test(piece.path)) return 'left-out';
  const numbered = parseTitle(title, maxNumber);
  if (numbered) return numbered.level === 'letter' ? 'letter' : 'chapter';
  if (LEFT_OUT_TITLES.test(title)) return 'left-out';
  if (SECTION_TITLES.test(title)) return 'section';
  if (types.includes('chapter')) return 'chapter';
  if (LEFT_OUT_GUIDES.test(guide) || (title === '' && LEFT_OUT_FILES.test(piece.path))) return 'left-out';
  return SECTION_GUIDES.test(guide) || types.includes('frontmatter') || types.includes('backmatter')
    ? 'section'
    : 'chapter';
}
