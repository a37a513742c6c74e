import { isPaged } from './page-columns.ts';

export type Zone = 'start' | 'middle' | 'end';

/** Zone boundaries as fractions of the window's width. */
const EDGES = [0.28, 0.72] as const;

export function zoneOf(x: number, width: number): Zone {
  if (x < EDGES[0] * width) return 'start';
  return x > EDGES[1] * width ? 'end' : 'middle';
}

/** Whether a click at an edge turns the page, even on a picture. Clicks from the keyboard or scripts have no position. */
export const isPageTurn = ({ clientX, detail }: MouseEvent): boolean =>
  isPaged() && detail > 0 && zoneOf(clientX, innerWidth) !== 'middle';
