import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'novelyouth',
  appName: 'NovelYouth',
  tagline: 'First times, best friends and big plans, one chapter at a time.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels to begin today',
      'genre-description': '{{introduction}} {{name}} novels to begin today: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} to begin today',
      'tag-description': 'Tagged {{name}}, one chapter at a time: {{books}}.',
      'keyword-description': 'First looks at {{name}}: {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.56 0.15 240)',
  accentColor: 'oklch(0.88 0.16 95)',
  headerGround: 'oklch(0.85 0.075 232)',
  headerColor: 'oklch(0.27 0.085 255)',
  radius: 14,
  listing: 'two-up',
  banner: 'split',
  displayFace: { family: 'Lexend', fallback: 'sans-serif', files: fontsource('lexend', 700) },
  hosts: ['www.novelyouth.example', 'novelyouth.example'],
  apiPrefix: '/novelyouth_api',
  analytics: [{ domainPart: 'novelyouth', measurementId: 'G-NY0UTHC7TB' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@novelyouth.example',
  apps: {
    ios: { id: '9990000172', link: 'https://apps.apple.com/app/id9990000172' },
    android: { id: 'example.novelyouth', link: 'https://play.google.com/store/apps/details?id=example.novelyouth' },
    scheme: 'novelyouth',
  },
  defaultMode: 'system',
});
