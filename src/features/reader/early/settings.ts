import { APPEARANCE, type ReaderSetting, type Setting, SHARED_SETTINGS } from '#src/shell/state/reader-settings.ts';
import { READER_SETTINGS } from '#src/shell/state/storage-keys.ts';
import { storedJson } from '#src/shell/state/stored-json.ts';
import { reportUnsaved } from '#src/shell/state/unsaved-parts.ts';
import { withStablePosition } from '../position/anchor.ts';

const TABLE: Readonly<Record<ReaderSetting, Setting>> = SHARED_SETTINGS;

/** The stored value of a setting, or its default. */
export function settingOf(name: ReaderSetting): unknown {
  const { values, initial } = TABLE[name];
  const value: unknown = Object(storedJson(READER_SETTINGS))[name];
  return values.includes(value) ? value : initial;
}

/** Changes a setting, and the appearance of the text. */
export function changeSetting(name: ReaderSetting, value: unknown): void {
  store(READER_SETTINGS, { ...Object(storedJson(READER_SETTINGS)), [name]: value });
  if (APPEARANCE.some((one) => one === name)) show(name, value);
}

/** Stores a value. Reports it to the stores, if they have loaded meanwhile, like a change in another tab. */
export function store(key: string, value: unknown): void {
  const newValue = JSON.stringify(value);
  try {
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  } catch {
    reportUnsaved('settings');
  }
}

/** Sets the attribute of the root element for a setting, and keeps the current line in place. */
export function show(name: string, value: unknown): void {
  withStablePosition(() => {
    document.documentElement.dataset[name] = String(value);
  });
}
