import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'novelandia',
  appName: 'Novelandia',
  tagline: 'Beyond the last chart the kingdoms begin; step in and read on.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels to travel in',
      'genre-description': '{{introduction}} On the map of {{name}}: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} to travel in',
      'tag-description': 'Follow the tag {{name}} to {{books}}.',
      'keyword-description': 'Roads that lead to {{name}}: {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.5 0.11 155)',
  accentColor: 'oklch(0.78 0.1 86)',
  headerGround: 'oklch(0.285 0.065 158)',
  headerColor: 'oklch(0.9 0.075 90)',
  radius: 0,
  listing: 'framed',
  banner: 'inset',
  displayFace: { family: 'Cormorant Garamond', fallback: 'serif', files: fontsource('cormorant-garamond', 600) },
  hosts: ['www.novelandia.example', 'novelandia.example'],
  apiPrefix: '/novelandia_api',
  analytics: [{ domainPart: 'novelandia', measurementId: 'G-N4ND14M4PR' }],
  consent: true,
  locales: ['en'],
  supportEmail: 'support@novelandia.example',
  apps: {
    ios: { id: '9990000196', link: 'https://apps.apple.com/app/id9990000196' },
    android: { id: 'example.novelandia', link: 'https://play.google.com/store/apps/details?id=example.novelandia' },
    scheme: 'novelandia',
  },
  defaultMode: 'system',
});
