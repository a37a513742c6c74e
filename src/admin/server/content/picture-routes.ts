import { parseFragment } from 'parse5';
import type { Answer, ChapterPicture } from '#src/admin/contract/answers.ts';
import { attribute, findAll } from '#src/api/epub/tree.ts';
import { pictureAttributes } from '#src/api/import/index.ts';
import { contains } from '#src/api/store/dialects.ts';
import { sql } from '#src/api/store/sql.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { type Route, staffOf } from '../http/route.ts';

/** Maximum number of pictures in the response. */
const MAX_PICTURES = 60;
const IMAGE = /<img\b[^>]*>/g;

/** Pictures of chapters: upload one, and list those of a book. */
export const PICTURE_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/pictures',
    act: 'pictures.create',
    async run(request) {
      const { body, admin } = request;
      if (!Buffer.isBuffer(body))
        throw new AdminError(
          'unsupported_type',
          'Send the file of the picture, with a content type such as image/png.',
        );
      const stored = await admin.untrusted.picture(body, staffOf(request));
      const [picture] = picturesIn(`<img${pictureAttributes(stored)} alt="">`);
      return { body: { data: orNotFound(picture, 'picture') } satisfies Answer<ChapterPicture> };
    },
  },
  {
    method: 'GET',
    path: '/books/:id/pictures',
    act: 'pictures.read',
    async run({ params, admin }) {
      const id = Number(/^\d{1,15}$/.exec(params['id'] ?? '')?.[0] ?? -1);
      const { catalogue } = admin.store;
      orNotFound(await catalogue.get(sql`SELECT id FROM books WHERE id = ${id}`), 'book');
      const texts = await catalogue.all<{ html: string }>(
        sql`SELECT t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.book_id = ${id}
          AND ${contains(sql`t.html`, '/media/pictures/')} ORDER BY c.place LIMIT ${MAX_PICTURES}`,
      );
      const pictures = new Map<string, ChapterPicture>();
      for (const { html } of texts)
        for (const picture of picturesIn(html)) if (!pictures.has(picture.src)) pictures.set(picture.src, picture);
      const data = [...pictures.values()].slice(0, MAX_PICTURES);
      return { body: { data } satisfies Answer<readonly ChapterPicture[]> };
    },
  },
];

/** The pictures in stored HTML. */
function picturesIn(html: string): ChapterPicture[] {
  const images = findAll(parseFragment((html.match(IMAGE) ?? []).join('')), ({ tagName }) => tagName === 'img');
  return images.map((image) => {
    const optional = ['srcset', 'width', 'height'].map((name) => [name, attribute(image, name)] as const);
    return {
      src: attribute(image, 'src'),
      ...Object.fromEntries(optional.filter(([, value]) => value !== '')),
      alt: attribute(image, 'alt'),
    };
  });
}
