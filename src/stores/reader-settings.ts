import { $bgColor, $bgNight, $fontSize, FONT_SIZE, PAPERS } from './local-storage.ts';

/** Reader settings; each step stays inside its bounds (product 4). */
export function increaseFont(): void {
  $fontSize.set(Math.min(FONT_SIZE.most, $fontSize.get() + 1));
}

export function decreaseFont(): void {
  $fontSize.set(Math.max(FONT_SIZE.least, $fontSize.get() - 1));
}

export function setPaper(paper: number): void {
  if (Number.isInteger(paper) && paper >= 1 && paper <= PAPERS) $bgColor.set(paper);
}

/** @param night what shows now, by the visitor's choice or the brand's */
export function toggleNight(night: boolean): void {
  $bgNight.set(!night);
}
