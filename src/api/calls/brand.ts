import type { BrandSettings } from '#src/contract/entities/brand-settings.ts';
import { brandSettings } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { storedPictures, storedSettings } from '../store/reads/index.ts';

export const brandSettingsHandler = handle(brandSettings, async (_params, { store, brand }) => {
  const stored = await storedSettings(store.catalogue, brand);
  if (!stored || Object.keys(stored.fields).length === 0) return { settings: null };
  const { logo, icon, headerBg, bookSourceImg, ...fields } = stored.fields;
  const names = Object.entries({ logo, icon, headerBg, bookSourceImg }).filter(([, name]) => typeof name === 'string');
  const contents = await storedPictures(
    store.catalogue,
    names.map(([, name]) => String(name)),
  );
  const pictures = names.flatMap(([field, name]) => {
    const picture = contents.find((candidate) => candidate.name === name);
    return picture ? [[field, { extension: extensionOf(picture.name), content: picture.content }]] : [];
  });
  return { settings: { fields, pictures: Object.fromEntries(pictures) } satisfies BrandSettings };
});

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
