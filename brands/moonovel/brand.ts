import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'moonovel',
  appName: 'Moonovel',
  tagline: 'Quiet stories for the hours when everyone else is asleep.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels for the night',
      'genre-description': '{{introduction}} {{name}} novels for quiet hours: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} for the night',
      'tag-description': 'For a night with {{name}}: {{books}}.',
      'keyword-description': 'Awake with {{name}}: {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.58 0.16 295)',
  accentColor: 'oklch(0.9 0.07 95)',
  headerGround: 'oklch(0.2 0.06 290)',
  headerColor: 'oklch(0.91 0.035 295)',
  radius: 20,
  listing: 'airy',
  banner: 'bleed',
  displayFace: { family: 'Quicksand', fallback: 'sans-serif', files: fontsource('quicksand', 600) },
  hosts: ['www.moonovel.example', 'moonovel.example'],
  apiPrefix: '/moonovel_api',
  analytics: [{ domainPart: 'moonovel', measurementId: 'G-M00N0V9LJT' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@moonovel.example',
  apps: {
    ios: { id: '9990000154', link: 'https://apps.apple.com/app/id9990000154' },
    android: { id: 'example.moonovel', link: 'https://play.google.com/store/apps/details?id=example.moonovel' },
    scheme: 'moonovel',
  },
  defaultMode: 'night',
});
