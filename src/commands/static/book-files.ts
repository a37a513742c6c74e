import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { staticBookPath } from '#src/contract/static-files.ts';
import { rankingEntries } from '#src/features/listing/views/ranking.ts';
import { escapeHtml } from '#src/lib/text.ts';
import { type LocalizedSite, openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { type StaticSite, writeAt } from './static-folder.ts';

/**
 * Writes each book's data, which the reader requests instead of the calls `book.show` and `book.chapters`, and pages
 * for addresses that a server would redirect.
 */
export async function writeBookFiles({ folder, brand, snapshot }: StaticSite): Promise<void> {
  const sites = openLocalizedSites(brand, snapshot);
  try {
    for (const localized of sites.all) await writeLocalized(folder, localized);
  } finally {
    sites.close();
  }
}

async function writeLocalized(folder: string, { site, source }: LocalizedSite): Promise<void> {
  const { paths, locale } = site;
  for (const { book: reference, chapterId } of source.prerendered.all()) {
    const novel = source.prerendered.novel(reference.id);
    if (!novel) continue;
    const { book, chapters } = novel;
    await writeAt(folder, staticBookPath(locale.section, book.id), JSON.stringify({ book, chapters }));
    if (chapterId !== null) await redirect(folder, paths.readerEntry(book.id), paths.reader(book.id, chapterId));
  }
  const [ranking] = rankingEntries(source, site);
  if (ranking) await copyPage(folder, ranking.href(1), paths.rankingEntry());
}

/** Serves a page at a second address. Its canonical address remains the first one. */
const copyPage = (folder: string, from: string, to: string) =>
  copyFile(join(folder, decodeURIComponent(from), 'index.html'), join(folder, to, 'index.html'));

/** Writes a page that leads to another page, unless the address has a page of its own. */
async function redirect(folder: string, from: string, to: string): Promise<void> {
  const file = `${from.replace(/\/$/, '')}/index.html`;
  if (existsSync(join(folder, file))) return;
  const href = escapeHtml(to);
  await writeAt(
    folder,
    file,
    `<!doctype html><meta charset="utf-8"><title>${href}</title><meta name="robots" content="noindex"><link rel="canonical" href="${href}"><meta http-equiv="refresh" content="0; url=${href}"><a href="${href}">${href}</a>\n`,
  );
}
