import { extname } from 'node:path';
import type { AppIcon } from './app-icons.ts';
import type { Brand } from './registry.ts';

export interface ManifestAppearance {
  /** URL of the brand's square icon. */
  readonly icon: string;
  /** The icon in home screen sizes. */
  readonly drawn: readonly (Pick<AppIcon, 'size' | 'purpose'> & { readonly url: string })[];
  /** Colours of the browser's bars, and of the background until the first page is shown; `#rrggbb`. */
  readonly theme: string;
  readonly paper: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/**
 * The web app manifest (https://www.w3.org/TR/appmanifest/). It names the Android app as a related application but does
 * not prefer it, so browsers still offer to install the site.
 */
export function webAppManifest(
  { appName, tagline, apps, locales }: Brand,
  { icon, drawn, theme, paper }: ManifestAppearance,
): string {
  const { android } = apps;
  return JSON.stringify({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    lang: locales[0],
    name: appName,
    short_name: appName,
    description: tagline,
    categories: ['books', 'entertainment'],
    theme_color: theme,
    background_color: paper,
    icons: [
      { src: icon, sizes: 'any', type: TYPES[extname(icon)] ?? 'image/png' },
      ...drawn
        .filter(({ purpose }) => purpose !== 'touch')
        .map(({ url, size, purpose }) => ({ src: url, sizes: `${size}x${size}`, type: 'image/png', purpose })),
    ],
    ...(android && { related_applications: [{ platform: 'play', id: android.id, url: android.link }] }),
    prefer_related_applications: false,
  });
}
