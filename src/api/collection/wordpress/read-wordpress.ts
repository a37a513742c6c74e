import type { SiteBook, SiteExport } from '../site/types.ts';
import { blogBooks, isBlogPost } from './blog.ts';
import { fictioneerBooks, fictioneerWarnings, isFictioneer } from './fictioneer.ts';
import { itemsOf, reusableBlockWarnings } from './items.ts';
import { isMadara, type MadaraTables, madaraBooks, madaraWarnings } from './madara.ts';
import type { Wxr } from './parse-wxr.ts';

/**
 * Returns the books of a WordPress export. On a site with a theme for novels, ordinary posts are news and are left out.
 * @param tables Madara's tables, if they were exported as well
 */
export function wordpressBooks(wxr: Wxr, tables: MadaraTables): SiteExport {
  const items = new Map(itemsOf(wxr).map((item) => [item.id, item]));
  const all = [...items.values()];
  const books: SiteBook[] = [];
  const warnings: string[] = reusableBlockWarnings(all);
  if (all.some(isFictioneer)) {
    books.push(...fictioneerBooks(items, wxr));
    warnings.push(...fictioneerWarnings(items));
  }
  if (all.some(isMadara)) {
    books.push(...madaraBooks(items, wxr, tables));
    warnings.push(...madaraWarnings(items, tables));
  }
  if (!all.some((item) => isFictioneer(item) || isMadara(item))) {
    const blog = blogBooks(items, wxr);
    books.push(...blog.books);
    warnings.push(...blog.warnings);
  } else {
    const news = all.filter(isBlogPost).length;
    if (news > 0) warnings.push(`${news} posts outside of novels were left out.`);
  }
  return { books, warnings };
}
