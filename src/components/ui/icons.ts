import arrowLeft from 'lucide-static/icons/arrow-left.svg?raw';
import bookOpen from 'lucide-static/icons/book-open.svg?raw';
import chevronLeft from 'lucide-static/icons/chevron-left.svg?raw';
import chevronRight from 'lucide-static/icons/chevron-right.svg?raw';
import user from 'lucide-static/icons/circle-user-round.svg?raw';
import history from 'lucide-static/icons/history.svg?raw';
import house from 'lucide-static/icons/house.svg?raw';
import search from 'lucide-static/icons/search.svg?raw';
import star from 'lucide-static/icons/star.svg?raw';
import sunMoon from 'lucide-static/icons/sun-moon.svg?raw';

/** The outlines inside a file of the set. */
const outlines = (file: string) =>
  file
    .replace(/^[\s\S]*?<svg[^>]*>/, '')
    .replace('</svg>', '')
    .replaceAll(/\s*\n\s*/g, '');

export const ICONS = {
  back: outlines(arrowLeft),
  book: outlines(bookOpen),
  history: outlines(history),
  home: outlines(house),
  mode: outlines(sunMoon),
  next: outlines(chevronRight),
  previous: outlines(chevronLeft),
  search: outlines(search),
  star: outlines(star),
  user: outlines(user),
} as const;

export type IconName = keyof typeof ICONS;
