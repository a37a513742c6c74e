import { readFile } from 'node:fs/promises';
import { basename, extname, join, normalize } from 'node:path';
import { toHex } from '#src/lib/color.ts';
import { ConfigError, isMissing } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { readPlain } from '#src/lib/plain-files.ts';
import { type AppIcon, appIcons } from './app-icons.ts';
import { displayFaceCss } from './display-face.ts';
import { USUAL_MENU_ENTRIES } from './navigation.ts';
import { ANNOUNCEMENT_CSS, LONG_MENU_CSS } from './optional-css.ts';
import type { PublicBrand } from './public-brand.ts';
import type { Brand } from './registry.ts';
import { BrandData, INTERNAL_FIELDS, PICTURES, type PublicFields } from './schema.ts';
import { drawingOf, sharePicture } from './share-picture.ts';
import { originOf } from './siblings.ts';
import { SPECULATION_RULES_FILE } from './speculation-rules.ts';
import { brandTokens, HEADER_AS_DRAWN, nightHeaderCss, paletteCss } from './tokens.ts';
import { webAppManifest } from './web-app-manifest.ts';

/** A file of the brand and its content-addressed URL. */
export interface BrandFile {
  readonly url: string;
  readonly content: Uint8Array;
}

/** Height in px at which src/shell/styles/frame.css displays the logo. */
const LOGO_HEIGHT = 32;
const MAX_EMBEDDED_BYTES = 3072;

export interface BrandBundle {
  readonly brand: PublicBrand;
  /**
   * Everything served below `/_brand/`: images, fonts, one style sheet, the web app manifest and the speculation rules.
   */
  readonly files: readonly BrandFile[];
}

/**
 * Reads the brand's files.
 * @param modules the `node_modules` folder that contains the brand's fonts
 * @param drawings folder that caches drawn images for the next start
 */
export async function bundleBrand(brand: Brand, modules: string, drawings?: string): Promise<BrandBundle> {
  const pictures = await Promise.all(PICTURES.map((field) => pictureFile(brand, field)));
  const fonts = await Promise.all(brand.displayFace.files.map((font) => fontFile(brand, modules, font.file)));
  const [logo, icon, bookSourceImg, headerBg, notFoundImg, emptyImg] = pictures.map((file) => file.url);
  const header = embedded(headerBg, pictures);
  const css = await styleSheet(brand, fonts, { header, bookSourceImg });
  const urls = { logo, icon, bookSourceImg, headerBg, notFoundImg, emptyImg } as Record<
    (typeof PICTURES)[number],
    string
  >;
  const icons = (await appIcons(contentOf(pictures, urls.icon))).map((drawn) => ({
    ...drawn,
    ...addressed(drawn.name, drawn.content),
  }));
  const manifest = manifestFile(brand, urls.icon, icons);
  const logoWidth = await widthAt(LOGO_HEIGHT, contentOf(pictures, urls.logo));
  const share = addressed('share.jpg', await sharePicture(shareDesign(brand, pictures, urls), drawings));
  const touchIcon = icons.find(({ purpose }) => purpose === 'touch')?.url ?? urls.icon;
  return {
    files: [
      ...pictures,
      ...fonts,
      css,
      manifest,
      share,
      SPECULATION_RULES_FILE,
      ...icons.map(({ url, content }) => ({ url, content })),
    ],
    brand: {
      ...publicFields(brand),
      ...urls,
      logoWidth,
      css: css.url,
      manifest: manifest.url,
      touchIcon,
      sharePicture: share.url,
      fonts: fonts.slice(0, 1).map((font) => font.url),
    },
  };
}

const NOT_COPIED: readonly string[] = [...INTERNAL_FIELDS, ...PICTURES];
const COPIED = Object.keys(BrandData.entries).filter((field) => !NOT_COPIED.includes(field));

function publicFields(brand: Brand) {
  const { day, night } = brandTokens(brand);
  const copied = Object.entries(brand).filter(([field, value]) => COPIED.includes(field) && value !== undefined);
  return {
    ...(Object.fromEntries(copied) as PublicFields),
    ...(brand.siblings?.length && { siblings: brand.siblings }),
    origin: originOf(brand),
    themeHex: { day: hex(day['header-ground']), night: hex(night['header-ground']) },
  };
}

const hex = (color: Parameters<typeof toHex>[0] | undefined) => (color ? toHex(color) : '#000000');

const contentOf = (files: readonly BrandFile[], wanted: string) =>
  files.find(({ url }) => url === wanted)?.content ?? new Uint8Array();

function shareDesign(
  brand: Brand,
  files: readonly BrandFile[],
  { logo, headerBg }: Pick<PublicBrand, 'logo' | 'headerBg'>,
) {
  const { day } = brandTokens(brand);
  return { logo: contentOf(files, logo), header: contentOf(files, headerBg), ground: hex(day['header-ground']) };
}

/** Name of the file in the cache folder that contains the brand's link preview image. */
export async function keptDrawing(brand: Brand): Promise<string> {
  const [logo, headerBg] = await Promise.all((['logo', 'headerBg'] as const).map((field) => pictureFile(brand, field)));
  if (!logo || !headerBg) throw new TypeError('expected two files');
  return drawingOf(shareDesign(brand, [logo, headerBg], { logo: logo.url, headerBg: headerBg.url }));
}

function manifestFile(brand: Brand, icon: string, drawn: readonly (AppIcon & BrandFile)[]): BrandFile {
  const { day } = brandTokens(brand);
  const look = { icon, drawn, theme: hex(day['header-ground']), paper: hex(day['paper']) };
  return addressed('app.webmanifest', Buffer.from(webAppManifest(brand, look)));
}

/**
 * Inlines a small drawing as a data URL, so that it appears together with the style sheet. Larger drawings keep their
 * own URL.
 */
function embedded(url: string | undefined, files: readonly BrandFile[]): string | undefined {
  const content = files.find((file) => file.url === url)?.content;
  if (!url?.endsWith('.svg') || !content || content.length > MAX_EMBEDDED_BYTES) return url;
  const drawing = Buffer.from(content)
    .toString()
    .trim()
    .replace(/[\r\n]\s*/g, ' ')
    .replaceAll('> <', '><');
  const quoted = drawing.includes("'") ? drawing : drawing.replaceAll('"', "'");
  // Escapes the characters of a drawing that would end a quoted URL or have a special meaning in it.
  const escaped = quoted.replace(/["#%\\]/g, encodeURIComponent);
  return `data:image/svg+xml,${escaped}`;
}

/** Width in px of an image scaled to a height. */
async function widthAt(height: number, content: Uint8Array): Promise<number> {
  // Imported here, because the site bundle includes this module and runs where sharp is not installed.
  const sharp = (await import('sharp')).default;
  const size = await sharp(content).metadata();
  return Math.round((size.width * height) / size.height);
}

/** Does not follow links, because a brand's folder may be shared. */
async function pictureFile(brand: Brand, field: (typeof PICTURES)[number]): Promise<BrandFile> {
  const replaced = brand.files?.[field];
  if (replaced) return addressed(replaced.name, replaced.content);
  const path = brand[field];
  return addressed(basename(path), await readPlain(brand.folder, normalize(path)));
}

async function brandFile(path: string): Promise<BrandFile> {
  return addressed(basename(path), await readFile(path));
}

async function fontFile(brand: Brand, modules: string, file: string): Promise<BrandFile> {
  return brandFile(join(modules, file)).catch((cause: unknown) => {
    const problem = `displayFace: names ${file}, which does not exist below ${modules}. Install its package, or name another file.`;
    throw new ConfigError(`${join(brand.folder, 'brand.ts')}: ${problem}`, { cause });
  });
}

function addressed(name: string, content: Uint8Array): BrandFile {
  const extension = extname(name);
  return { url: `/_brand/${basename(name, extension)}.${hash(content, 10)}${extension}`, content };
}

/**
 * Blends the drawing with itself, which does not change how it looks. Browsers that measure the largest content of a
 * page (LCP) then treat it as decoration and measure a cover or the text instead.
 */
const DECORATION =
  '@supports (background:-webkit-cross-fade(url(a),url(a),50%)){' +
  ':root{--header-image:-webkit-cross-fade(var(--header-drawing),var(--header-drawing),50%)}}';

/**
 * For older browsers, Lightning CSS compiles `light-dark(a, b)` to `var(--lightningcss-light, a)
 * var(--lightningcss-dark, b)`. Of these two values, the browser uses the one whose variable is `initial`.
 */
const LIGHT = '--lightningcss-light:initial;--lightningcss-dark: ;';
const DARK = '--lightningcss-light: ;--lightningcss-dark:initial;';

async function styleSheet(
  brand: Brand,
  fonts: readonly BrandFile[],
  pictures: { header: string | undefined; bookSourceImg: string | undefined },
): Promise<BrandFile> {
  const layout = await readPlain(brand.folder, 'layout.css').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  const { day, night } = brandTokens(brand);
  const css = [
    ...(await displayFaceCss(brand.displayFace, fonts)),
    `:root{--radius:${brand.radius}px;`,
    `--header-drawing:url("${pictures.header}");--header-image:var(--header-drawing);`,
    `--cover-image:url("${pictures.bookSourceImg}")}`,
    DECORATION,
    // Also matches elements below the root, because a part of a page may use the other mode.
    `:root,[data-mode="day"]{color-scheme:light;${LIGHT}${paletteCss(day)}${HEADER_AS_DRAWN}}`,
    ...nightRules(brand.defaultMode, `color-scheme:dark;${DARK}${paletteCss(night)}${nightHeaderCss(brand)}`),
    ...(brand.announcement ? [ANNOUNCEMENT_CSS] : []),
    ...((brand.menu?.length ?? 0) > USUAL_MENU_ENTRIES ? [LONG_MENU_CSS] : []),
    layout.toString(),
  ].join('\n');
  return addressed('brand.css', Buffer.from(withoutSpace(css)));
}

/**
 * Matches three kinds of text: strings and URLs, which stay unchanged; punctuation marks with the spaces and comments
 * around them; and any other spaces. A space after a colon is kept, because the value of a variable may be a single
 * space.
 */
const STRING_OR_SPACE =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^"')]*\))|(?<!:)(?:\s|\/\*[\s\S]*?\*\/)*([{};,])(?:\s|\/\*[\s\S]*?\*\/)*|(?:\s|\/\*[\s\S]*?\*\/)+/g;

const withoutSpace = (css: string) => css.replace(STRING_OR_SPACE, (_found, string, sign) => string ?? sign ?? ' ');

/**
 * Applies night mode if the visitor chose it (`data-mode`, set before first paint), or else according to the brand's
 * `defaultMode`.
 */
function nightRules(mode: Brand['defaultMode'], declarations: string): string[] {
  const chosen = `[data-mode="night"]{${declarations}}`;
  if (mode === 'night') return [`[data-mode="night"],:root:not([data-mode]){${declarations}}`];
  if (mode === 'day') return [chosen];
  return [chosen, `@media (prefers-color-scheme:dark){:root:not([data-mode]){${declarations}}}`];
}
