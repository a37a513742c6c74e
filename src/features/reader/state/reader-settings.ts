import { $bgColor, $bgNight, $fontSize, $readerSettings } from '#src/shell/state/local-storage.ts';
import {
  MAX_FONT_SIZE_PX,
  MIN_FONT_SIZE_PX,
  PAPERS,
  type ReaderSetting,
  type ReaderSettings,
  type Setting,
  SHARED_SETTINGS,
} from '#src/shell/state/reader-settings.ts';

/** Increases the font size, up to its maximum (docs/product.md, section 4). */
export function increaseFont(): void {
  $fontSize.set(Math.min(MAX_FONT_SIZE_PX, $fontSize.get() + 1));
}

export function decreaseFont(): void {
  $fontSize.set(Math.max(MIN_FONT_SIZE_PX, $fontSize.get() - 1));
}

export function setPaper(paper: number): void {
  if (Number.isInteger(paper) && paper >= 1 && paper <= PAPERS) $bgColor.set(paper);
}

/**
 * Switches between day and night mode.
 * @param night whether night mode is on now, by the visitor's choice or by the brand's default
 */
export function toggleNight(night: boolean): void {
  $bgNight.set(!night);
}

export function changeReaderSettings(change: Partial<ReaderSettings>): void {
  $readerSettings.set({ ...$readerSettings.get(), ...change });
}

const TABLE: { readonly [Name in ReaderSetting]: Setting<ReaderSettings[Name]> } = SHARED_SETTINGS;

/** The values of a setting, in the order of its steps. */
export const valuesOf = <Name extends ReaderSetting>(name: Name): readonly ReaderSettings[Name][] => TABLE[name].values;

/** Changes a setting to its next or previous value, if there is one. */
export function stepReaderSetting(name: ReaderSetting, by: 1 | -1): void {
  const values: readonly unknown[] = valuesOf(name);
  const next = values.indexOf($readerSettings.get()[name]) + by;
  if (next in values) changeReaderSettings({ [name]: values[next] });
}
