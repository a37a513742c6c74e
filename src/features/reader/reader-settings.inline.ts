import { APPEARANCE, MAX_FONT_SIZE_PX, MIN_FONT_SIZE_PX, PAPERS } from '#src/shell/state/reader-settings.ts';
import { FONT_SIZE_PX, PAPER, READER_SETTINGS, VERTICAL } from '#src/shell/state/storage-keys.ts';
import { storedJson } from '#src/shell/state/stored-json.ts';

// Sets the appearance of chapters as attributes of the root element. Unknown values have no effect: no style rule
// matches them.
const { dataset } = document.documentElement;
const step = (name: string, key: string, min: number, max: number) => {
  const value = storedJson(key) as number;
  if (Number.isInteger(value) && value >= min && value <= max) dataset[name] = String(value);
};
step('size', FONT_SIZE_PX, MIN_FONT_SIZE_PX, MAX_FONT_SIZE_PX);
step('paper', PAPER, 1, PAPERS);
if (storedJson(VERTICAL) === true) dataset['vertical'] = '';
const settings = Object(storedJson(READER_SETTINGS));
for (const name of APPEARANCE) if (/^\w{1,8}$/.test(settings[name] ?? '')) dataset[name] = settings[name];
