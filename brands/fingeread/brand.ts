import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'fingeread',
  appName: 'Fingeread',
  tagline: 'Love stories you can hold in one hand.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels to hold on to',
      'genre-description': 'Love in every genre: {{introduction}} Of {{name}} there are {{books}}.',
      'tag-title': 'Best novels tagged {{name}} to hold on to',
      'tag-description': '{{name}}, as readers of {{brand}} look for it: {{books}}.',
      'keyword-description': 'Readers who ask {{brand}} for {{name}} begin with {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.58 0.14 38)',
  accentColor: 'oklch(0.44 0.115 36)',
  headerGround: 'oklch(0.925 0.04 62)',
  headerColor: 'oklch(0.35 0.09 38)',
  radius: 16,
  listing: 'rows',
  banner: 'inset',
  displayFace: { family: 'Fraunces', fallback: 'serif', files: fontsource('fraunces', 600) },
  hosts: ['www.fingeread.example', 'fingeread.example'],
  apiPrefix: '/fingeread_api',
  analytics: [{ domainPart: 'fingeread', measurementId: 'G-F7NG3RD41K' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@fingeread.example',
  apps: {
    ios: { id: '9990000101', link: 'https://apps.apple.com/app/id9990000101' },
    android: { id: 'example.fingeread', link: 'https://play.google.com/store/apps/details?id=example.fingeread' },
    scheme: 'fingeread',
  },
  defaultMode: 'system',
});
