/** HTML of an original chapter that is part of a planned chapter. */
export interface Slice {
  /** Index of the original chapter. */
  readonly chapter: number;
  /** Index of the first block; undefined for notes. */
  readonly from: number | undefined;
  readonly html: string;
}

interface Places {
  /** Returns the HTML of a planned chapter, with changed links. */
  htmlOf(index: number): string;
}

interface Place {
  /** Index of the planned chapter. */
  readonly chapter: number;
  /** Id in the planned chapter; '' for its beginning. */
  readonly id: string;
}

/** Matches a tag. Attribute values contain no `>`, so the first one ends the tag. */
const TAG = /<[a-z][^>]*>/g;
const ID = / id="([\w-]+)"/;
const LINK = / href="(?:epub-chapter:(\d+))?(?:#([\w-]+))?"/;

/** Changes the links of planned chapters, which refer to original chapters, and renames ids that would occur twice. */
export function createPlaces(chapters: readonly (readonly Slice[])[]): Places {
  const ids = placesOfIds(chapters);
  const starts = placesOfStarts(chapters, linkedChapters(chapters), ids);
  const resolve = (from: number, chapter: string | undefined, id: string | undefined): Place | undefined => {
    const target = chapter === undefined ? from : Number(chapter);
    return (id === undefined ? undefined : ids.get(`${target} ${id}`)) ?? starts.get(target)?.place;
  };

  const rewriteTag = (tag: string, from: number, own: number) =>
    tag
      .replace(ID, (all, id: string) => {
        const place = ids.get(`${from} ${id}`);
        return place?.chapter === own ? ` id="${place.id}"` : all;
      })
      .replace(LINK, (all, chapter: string | undefined, id: string | undefined) => {
        if (chapter === undefined && id === undefined) return all;
        const place = resolve(from, chapter, id);
        if (!place) return '';
        const fragment = place.id === '' ? '' : `#${place.id}`;
        if (place.chapter !== own) return ` href="epub-chapter:${place.chapter}${fragment}"`;
        return fragment === '' ? '' : ` href="${fragment}"`;
      });

  return {
    htmlOf(index) {
      const slices = chapters[index] ?? [];
      const html = slices.map((slice, at) => {
        const start = slice.from === undefined ? undefined : starts.get(slice.chapter);
        const isMarked = start?.chapter === index && start.slice === at && start.isNew;
        const marked = isMarked ? slice.html.replace(/<[a-z][\w-]*/, `$& id="${start.place.id}"`) : slice.html;
        return marked.replace(TAG, (tag) => rewriteTag(tag, slice.chapter, index));
      });
      // A planned chapter with a single slice keeps its HTML exactly.
      return html.length === 1 ? (html[0] ?? '') : html.join('').trim();
    },
  };
}

const tagsOf = (html: string) => html.match(TAG) ?? [];

/** Returns the place of each id, by `<index of the original chapter> <id>`. */
function placesOfIds(chapters: readonly (readonly Slice[])[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [index, slices] of chapters.entries()) {
    const idCounts = new Map<string, number>();
    for (const { chapter, html } of slices)
      for (const tag of tagsOf(html)) {
        const id = ID.exec(tag)?.[1];
        if (id === undefined || places.has(`${chapter} ${id}`)) continue;
        let name = id;
        for (let copy = 2; idCounts.has(name) && idCounts.get(name) !== chapter; copy += 1) name = `${id}-${copy}`;
        idCounts.set(name, chapter);
        places.set(`${chapter} ${id}`, { chapter: index, id: name });
      }
  }
  return places;
}

/** Returns the original chapters to which links point without an anchor, or with an anchor that does not exist. */
function linkedChapters(chapters: readonly (readonly Slice[])[]): Set<number> {
  const linked = new Set<number>();
  for (const slices of chapters)
    for (const { html } of slices)
      for (const tag of tagsOf(html)) {
        const chapter = LINK.exec(tag)?.[1];
        if (chapter !== undefined) linked.add(Number(chapter));
      }
  return linked;
}

interface Start {
  readonly place: Place;
  readonly chapter: number;
  /** Index of the slice in the planned chapter. */
  readonly slice: number;
  /** Whether the id must be added. */
  readonly isNew: boolean;
}

/** Returns the place where each of these original chapters begins: its first block that is in the plan. */
function placesOfStarts(
  chapters: readonly (readonly Slice[])[],
  linked: ReadonlySet<number>,
  ids: ReadonlyMap<string, Place>,
): Map<number, Start> {
  const first = new Map<number, { readonly from: number; readonly chapter: number; readonly slice: number }>();
  for (const [chapter, slices] of chapters.entries())
    for (const [slice, { chapter: source, from }] of slices.entries())
      if (from !== undefined && linked.has(source) && from < (first.get(source)?.from ?? Number.POSITIVE_INFINITY))
        first.set(source, { from, chapter, slice });
  const starts = new Map<number, Start>();
  for (const [source, { chapter, slice }] of first) {
    const html = chapters[chapter]?.[slice]?.html ?? '';
    const tag = /^\s*(<[a-z][^>]*>)/.exec(html)?.[1];
    const own = ID.exec(tag ?? '')?.[1];
    const isNew = slice > 0 && tag !== undefined && own === undefined;
    const id = isNew ? `b-chapter-${source}` : slice > 0 ? (ids.get(`${source} ${own}`)?.id ?? '') : '';
    starts.set(source, { place: { chapter, id }, chapter, slice, isNew });
  }
  return starts;
}
