import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'freenovel',
  appName: 'FreeNovel',
  tagline: 'Free novels, plainly listed and quick to open.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels, plainly listed',
      'genre-description': '{{introduction}} All {{name}} novels in one plain list, among them {{books}}.',
      'tag-title': 'Best novels tagged {{name}}, plainly listed',
      'tag-description': 'Every novel tagged {{name}}, one line each: {{books}}.',
      'keyword-description': '{{name}}: {{books}}, in one list on {{brand}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.52 0.1 168)',
  headerGround: 'oklch(0.43 0.085 168)',
  headerColor: 'oklch(0.985 0.012 168)',
  radius: 4,
  listing: 'dense',
  banner: 'plain',
  displayFace: { family: 'Nunito Sans', fallback: 'sans-serif', files: fontsource('nunito-sans', 800) },
  hosts: ['www.freenovel.example', 'freenovel.example'],
  apiPrefix: '/freenovel_api',
  analytics: [{ domainPart: 'freenovel', measurementId: 'G-FR33N0V2LQ' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@freenovel.example',
  apps: {
    ios: { id: '9990000118', link: 'https://apps.apple.com/app/id9990000118' },
    android: { id: 'example.freenovel', link: 'https://play.google.com/store/apps/details?id=example.freenovel' },
    scheme: 'freenovel',
  },
  defaultMode: 'system',
});
