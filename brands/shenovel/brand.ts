import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'shenovel',
  appName: 'SheNovel',
  tagline: 'Novels about women’s lives, told with patience and nerve.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels with nerve',
      'genre-description': '{{introduction}} {{name}} novels told with patience and nerve: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} with nerve',
      'tag-description': 'Novels with the tag {{name}} that stay with you: {{books}}.',
      'keyword-description': '{{name}}, as it is told on {{brand}}: {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.45 0.15 345)',
  accentColor: 'oklch(0.74 0.09 75)',
  headerGround: 'oklch(0.955 0.018 345)',
  headerColor: 'oklch(0.35 0.11 345)',
  radius: 2,
  listing: 'airy',
  banner: 'plain',
  displayFace: { family: 'Playfair Display', fallback: 'serif', files: fontsource('playfair-display', 500) },
  hosts: ['www.shenovel.example', 'shenovel.example'],
  apiPrefix: '/shenovel_api',
  analytics: [{ domainPart: 'shenovel', measurementId: 'G-SH3P3T4LNV' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@shenovel.example',
  apps: {
    ios: { id: '9990000165', link: 'https://apps.apple.com/app/id9990000165' },
    android: { id: 'example.shenovel', link: 'https://play.google.com/store/apps/details?id=example.shenovel' },
    scheme: 'shenovel',
  },
  defaultMode: 'system',
});
