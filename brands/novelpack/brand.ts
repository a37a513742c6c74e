import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'novelpack',
  appName: 'NovelPack',
  tagline: 'Whole series, stacked and ready for one more chapter than you planned.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels and series',
      'genre-description': '{{introduction}} {{name}} novels and whole series, stacked: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} and series',
      'tag-description': 'A stack of novels tagged {{name}}: {{books}}.',
      'keyword-description': 'Packed under {{name}} on {{brand}}: {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.53 0.2 278)',
  accentColor: 'oklch(0.87 0.15 95)',
  headerGround: 'oklch(0.29 0.12 278)',
  headerColor: 'oklch(0.95 0.025 278)',
  radius: 6,
  listing: 'stacks',
  banner: 'split',
  displayFace: { family: 'Space Grotesk', fallback: 'sans-serif', files: fontsource('space-grotesk', 700) },
  hosts: ['www.novelpack.example', 'novelpack.example'],
  apiPrefix: '/novelpack_api',
  analytics: [{ domainPart: 'novelpack', measurementId: 'G-NP4CK5TKXZ' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@novelpack.example',
  apps: {
    ios: { id: '9990000149', link: 'https://apps.apple.com/app/id9990000149' },
    android: { id: 'example.novelpack', link: 'https://play.google.com/store/apps/details?id=example.novelpack' },
    scheme: 'novelpack',
  },
  defaultMode: 'system',
  prerender: { books: 20 },
});
