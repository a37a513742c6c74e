import { createServerClient } from '#src/contract/client/client.server.ts';
import { DEFAULT_LOCALE, LOCALES } from '#src/contract/locales.ts';
import { sharePictureView } from '#src/features/sharing/views/picture.ts';
import { LecternError } from '#src/lib/errors.ts';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import { drawCovers } from '#src/serve/render/draw-covers.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import { type StaticSite, textsOf, writeAt } from './static-folder.ts';

const CONCURRENT = 8;
const TIMEOUT_MS = 30_000;
/** Covers are at most 200 CSS px wide, so this width is sharp on screens with two device pixels per CSS pixel. */
const WIDTH_PX = 400;

/** Writes all pictures to which pages refer: covers and pictures of the upstream, and drawn pictures for previews. */
export async function writePictures(site: StaticSite): Promise<void> {
  const { media, drawn } = await referencesIn(site);
  const writeOne = async ([path, widths]: [string, ReadonlySet<number>]) =>
    writeAt(site.folder, path, await download(site.upstream, path, widthOf(widths)));
  for await (const _ of mapConcurrently(media, CONCURRENT, writeOne));
  await writeDrawn(site, drawn);
}

interface References {
  /** Paths of the upstream's pictures with the widths that pages request. */
  readonly media: ReadonlyMap<string, ReadonlySet<number>>;
  /** Paths of pictures that the server draws. */
  readonly drawn: ReadonlySet<string>;
}

async function referencesIn({ folder, brand }: StaticSite): Promise<References> {
  const media = new Map<string, Set<number>>();
  const drawn = new Set<string>();
  const inMedia = new RegExp(`${RegExp.escape(brand.apiPrefix)}(/[^\\s"'<>?#&,\\\\]+\\.\\w+)(?:\\?w=(\\d+))?`, 'g');
  for await (const text of textsOf(folder)) {
    for (const [, path = '', width] of text.matchAll(inMedia)) {
      const widths = media.get(brand.apiPrefix + path) ?? new Set();
      media.set(brand.apiPrefix + path, width === undefined ? widths : widths.add(Number(width)));
    }
    for (const [path] of text.matchAll(/(?:\/[a-z]{2})?\/share\/[\d-]+\.[0-9a-f]{10}\.jpg/g)) drawn.add(path);
  }
  return { media, drawn };
}

/** A static host ignores the query, so a picture has one file for all widths. */
const widthOf = (widths: ReadonlySet<number>): number | undefined =>
  [...widths].toSorted((a, b) => a - b).find((width) => width >= WIDTH_PX) ?? [...widths].toSorted((a, b) => b - a)[0];

async function download(upstream: string, path: string, width: number | undefined): Promise<Uint8Array> {
  const query = width === undefined ? '' : `?w=${width}`;
  const response = await fetch(upstream + path + query, {
    headers: { Accept: mediaType(path) },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  throw new LecternError('BUILD', `A page shows ${path}, but the upstream responds with status ${response.status}.`);
}

async function writeDrawn({ brand, folder, upstream: origin, log }: StaticSite, drawn: Iterable<string>) {
  const client = createServerClient({ origin, prefix: brand.apiPrefix, log, timeoutMs: TIMEOUT_MS });
  try {
    for (const path of drawn) {
      const match = parsePath(path, brand.locales);
      if (match?.kind !== 'sharePicture') continue;
      const locale = LOCALES[match.locale ?? DEFAULT_LOCALE];
      const upstream: Upstream = {
        lacks: client.lacks,
        call: (call, params, content = locale) => client.call(call, params, { locale: content }),
      };
      const site = { brand, locale, paths: createPaths(locale.code) };
      const loaded = await sharePictureView.load(match, new URLSearchParams(), upstream, site);
      const picture =
        loaded.status === 'ok' ? await drawCovers(loaded.model.covers, origin, TIMEOUT_MS) : loaded.status;
      if (picture instanceof Uint8Array) await writeAt(folder, path, picture);
      else throw new LecternError('BUILD', `${path} cannot be drawn: ${picture}.`);
    }
  } finally {
    await client.close();
  }
}
