import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'novelpad',
  appName: 'NovelPad',
  tagline: 'Novels from working writers, and from the translators who carry them over.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels from our desk',
      'genre-description': '{{introduction}} {{name}} novels on our desk: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} from our desk',
      'tag-description': 'What we filed under {{name}}: {{books}}.',
      'keyword-description': 'Noted under {{name}} on {{brand}}: {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.42 0.06 255)',
  accentColor: 'oklch(0.87 0.2 125)',
  headerGround: 'oklch(0.968 0.008 255)',
  headerColor: 'oklch(0.3 0.035 255)',
  radius: 3,
  listing: 'text',
  banner: 'plain',
  displayFace: { family: 'IBM Plex Sans', fallback: 'sans-serif', files: fontsource('ibm-plex-sans', 600) },
  hosts: ['www.novelpad.example', 'novelpad.example'],
  apiPrefix: '/novelpad_api',
  analytics: [{ domainPart: 'novelpad', measurementId: 'G-NP4DRLD6HM' }],
  consent: true,
  locales: ['en'],
  supportEmail: 'support@novelpad.example',
  apps: {
    ios: { id: '9990000188', link: 'https://apps.apple.com/app/id9990000188' },
    android: { id: 'example.novelpad', link: 'https://play.google.com/store/apps/details?id=example.novelpad' },
    scheme: 'novelpad',
  },
  defaultMode: 'system',
});
