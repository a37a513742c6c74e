import type { SiteBook, SitePost } from '../site/types.ts';
import { addressesOf, byDate, hiddenWarnings, type Item, isPublic, termsOf, thumbnailOf } from './items.ts';
import type { Wxr } from './parse-wxr.ts';
import { postHtml } from './post-html.ts';

const STORY = 'fcn_story';
const CHAPTER = 'fcn_chapter';
const FINISHED = /^(?:completed|oneshot)$/i;

export const isFictioneer = ({ type }: Item): boolean => type === STORY || type === CHAPTER;

/**
 * Returns the stories of Fictioneer, a WordPress theme for web novels. A custom field of a story lists its chapters,
 * and a custom field of a chapter names its story. https://github.com/Tetrakern/fictioneer/blob/main/DEVELOPMENT.md
 */
export function fictioneerBooks(items: ReadonlyMap<string, Item>, wxr: Wxr): SiteBook[] {
  const all = [...items.values()];
  const chapters = Map.groupBy(
    all.filter(({ type }) => type === CHAPTER).toSorted(byDate),
    ({ meta }) => meta.get('fictioneer_chapter_story') ?? '',
  );
  return all
    .filter((item) => item.type === STORY && isPublic(item))
    .map((story) => bookOfStory(story, chapters.get(story.id) ?? [], items, wxr));
}

/** Returns warnings about hidden stories, and about chapters that belong to no story. */
export function fictioneerWarnings(items: ReadonlyMap<string, Item>): string[] {
  const all = [...items.values()];
  const stories = all.filter(({ type }) => type === STORY);
  const listedIds = new Set(stories.flatMap(chapterIds));
  const alone = all.filter(
    ({ type, id, meta }) =>
      type === CHAPTER && !listedIds.has(id) && items.get(meta.get('fictioneer_chapter_story') ?? '')?.type !== STORY,
  );
  const names = alone.slice(0, 5).map(({ title }) => `"${title}"`);
  const missing =
    alone.length > 0
      ? [
          `${alone.length} chapters belong to no story in the export: ${names.join(', ')}. Export stories and chapters together.`,
        ]
      : [];
  return [...hiddenWarnings(stories), ...missing];
}

/** Returns a story's chapter ids, which are stored as a serialised PHP array: `a:2:{i:0;s:2:"12";i:1;i:15;}`. */
const chapterIds = ({ meta }: Item): string[] =>
  [...(meta.get('fictioneer_story_chapters') ?? '').matchAll(/i:\d+;(?:s:\d+:"(\d+)"|i:(\d+));/g)].map(
    ([, text, number]) => text ?? number ?? '',
  );

function bookOfStory(story: Item, own: readonly Item[], items: ReadonlyMap<string, Item>, wxr: Wxr): SiteBook {
  const order = chapterIds(story);
  const listed = order.map((id) => items.get(id)).filter((item) => item !== undefined);
  const unlisted = own.filter(({ id }) => !order.includes(id));
  const all = [...listed, ...unlisted];
  const isUnlisted = ({ meta }: Item) => meta.get('fictioneer_chapter_hidden') === '1';
  const listedStories = all.filter((item) => isPublic(item) && !isUnlisted(item));
  const hidden = all.filter((item) => isPublic(item) && isUnlisted(item));
  const added = unlisted.filter((item) => isPublic(item) && !isUnlisted(item));
  const missing = order.length - listed.length;
  const warnings = [
    ...hiddenWarnings(all),
    ...(hidden.length > 0 ? [`${hidden.length} left out because they are hidden on the site: ${titles(hidden)}.`] : []),
    ...(added.length > 0 ? [`${added.length} are not in the story's list, added at the end: ${titles(added)}.`] : []),
    ...(missing > 0
      ? [`${missing} chapters of its list are missing. Export all content, or all files of a split export.`]
      : []),
  ];
  const status = story.meta.get('fictioneer_story_status') ?? '';
  return {
    identifier: `wordpress:${wxr.site}#${story.id}`,
    title: story.title,
    authors: [story.author].filter(Boolean),
    language: wxr.language,
    description: postHtml(story.content) || story.meta.get('fictioneer_story_short_description') || story.excerpt,
    subjects: termsOf(story, 'fcn_genre', 'fcn_fandom', 'post_tag', 'fcn_character'),
    isFinished: status === '' ? undefined : FINISHED.test(status),
    posts: listedStories.map(postOf),
    addresses: addressesOf(story),
    cover: thumbnailOf(story, items),
    warnings,
  };
}

const titles = (items: readonly Item[]) =>
  items
    .slice(0, 5)
    .map(({ title }) => `"${title}"`)
    .join(', ');

function postOf(chapter: Item): SitePost {
  const field = (name: string) => chapter.meta.get(`fictioneer_chapter_${name}`) ?? '';
  const [foreword, afterword] = [postHtml(field('foreword')), postHtml(field('afterword'))];
  const html = [foreword, postHtml(chapter.content), afterword].filter((part) => part !== '').join('\n<hr>\n');
  const prefix = field('prefix');
  return {
    title: prefix === '' || chapter.title.startsWith(prefix) ? chapter.title : `${prefix} ${chapter.title}`,
    html,
    part: field('group') || undefined,
    isUnnumbered: field('no_chapter') === '1' || undefined,
    addresses: addressesOf(chapter),
  };
}
