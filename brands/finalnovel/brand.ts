import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'finalnovel',
  appName: 'FinalNovel',
  tagline: 'Thrillers that finish what they start.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels to the last page',
      'genre-description': '{{introduction}} {{name}} novels that finish what they start: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} to the last page',
      'tag-description': 'Tagged {{name}}, and told to the end: {{books}}.',
      'keyword-description': '{{name}} to the last page: {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.53 0.205 27)',
  headerGround: 'oklch(0.16 0.008 27)',
  headerColor: 'oklch(0.97 0.006 60)',
  radius: 0,
  listing: 'numerals',
  banner: 'bleed',
  displayFace: { family: 'Oswald', fallback: 'sans-serif', files: fontsource('oswald', 600) },
  hosts: ['www.finalnovel.example', 'finalnovel.example'],
  apiPrefix: '/finalnovel_api',
  analytics: [{ domainPart: 'finalnovel', measurementId: 'G-F1N4LCUTEX' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@finalnovel.example',
  apps: {
    ios: { id: '9990000162', link: 'https://apps.apple.com/app/id9990000162' },
    android: { id: 'example.finalnovel', link: 'https://play.google.com/store/apps/details?id=example.finalnovel' },
    scheme: 'finalnovel',
  },
  defaultMode: 'system',
});
