import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Brand } from '#src/brand/registry.ts';
import { createReleaseWriter, nextId, openLive, prune, switchLive } from '#src/publish/release/index.ts';
import { addPage } from './release-pages.ts';

/** Content security policy of the bundle, which is also the policy of a brand without `imageHosts`. */
export const POLICY = "default-src 'none'; script-src 'self'";
export const PAGE_POLICY = `${POLICY.replaceAll('; ', ';')};img-src 'self' data:;report-uri /_report`;

/** Creates a brand with the host `<id>.test`, and its part of a bundle. */
export function testBrand(id: string, overrides: Partial<Brand> = {}): { brand: Brand; bundle: BrandBundle } {
  const brand: Brand = {
    id,
    appName: `Books of ${id}`,
    tagline: 'Novels for a rainy day',
    supportEmail: `help@${id}.test`,
    logo: 'assets/logo.svg',
    icon: 'assets/icon.svg',
    bookSourceImg: 'assets/cover.svg',
    headerBg: 'assets/header.svg',
    notFoundImg: 'assets/not-found.svg',
    emptyImg: 'assets/empty.svg',
    themeColor: 'oklch(0.5 0.1 40)',
    headerGround: 'oklch(0.2 0.02 40)',
    headerColor: 'oklch(1 0 0)',
    radius: 4,
    listing: 'rows',
    banner: 'inset',
    apiPrefix: `/${id}_api`,
    defaultMode: 'system',
    analytics: [],
    consent: false,
    displayFace: { family: 'Face', fallback: 'serif', files: [{ file: 'face/face.woff2', weight: '400' }] },
    hosts: [`${id}.test`],
    locales: ['en'],
    apps: { ios: null, android: null, scheme: id },
    folder: '/nowhere',
    ...overrides,
  };
  const css = `/_brand/brand-${id}.0123456789.css`;
  const publicBrand: PublicBrand = {
    ...brand,
    origin: `https://${brand.hosts[0]}`,
    css,
    manifest: '',
    logoWidth: 0,
    touchIcon: '',
    sharePicture: '',
    fonts: [],
    themeHex: { day: '#ffffff', night: '#000000' },
  };
  return { brand, bundle: { brand: publicBrand, files: [{ url: css, content: Buffer.from(`:root{--id:"${id}"}`) }] } };
}

/** The content of a release: HTML by path, paths by alias, and browser files by URL. */
export interface ReleaseContent {
  readonly pages: Readonly<Record<string, string>>;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly assets?: Readonly<Record<string, string>>;
}

/** Returns the HTML of a page that is long enough to be sent compressed. */
export const html = (title: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><p>${`${title}: ${'a page of a novel, '.repeat(80)}`}</p></html>`;

export const ERROR_PAGES = { '/404': html('not found'), '/400': html('bad request'), '/500': html('fault') };

/**
 * Creates a release of a brand and makes it live. @param spoil changes the folder of the release before it is made live
 */
export async function publish(
  state: string,
  brand: string,
  content: ReleaseContent,
  spoil: (release: string) => void = () => {},
): Promise<string> {
  const folder = join(state, brand);
  mkdirSync(join(folder, 'releases'), { recursive: true });
  const id = nextId(folder, new Date());
  const previous = openLive(folder);
  const writer = createReleaseWriter({
    releases: join(folder, 'releases'),
    id,
    brand,
    brandFingerprint: brand,
    created: new Date(),
    previous,
    bundle: { id: 'bundle', csp: POLICY },
    keepsPages: false,
  });
  for (const [path, page] of Object.entries({ ...ERROR_PAGES, ...content.pages }))
    addPage(writer, { path, html: Buffer.from(page), inputs: path, version: '' });
  writer.setAliases(Object.entries(content.aliases ?? {}).map(([identity, path]) => ({ identity, path })));
  for (const [url, file] of Object.entries(content.assets ?? {})) writer.addAsset(url, Buffer.from(file));
  writer.carryAssets();
  writer.seal();
  await writer.finish();
  previous?.close();
  spoil(join(folder, 'releases', id));
  await switchLive(folder, id);
  prune(folder);
  return id;
}
