import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'joyfic',
  appName: 'Joyfic',
  tagline: 'Short, light stories that make any wait too brief.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels for any wait',
      'genre-description': '{{introduction}} Light {{name}} novels for the time between: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} for any wait',
      'tag-description': 'A wait is short with {{name}}: {{books}}.',
      'keyword-description': 'In the mood for {{name}}? {{books}} are on {{brand}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.72 0.17 62)',
  accentColor: 'oklch(0.74 0.14 20)',
  headerGround: 'oklch(0.82 0.135 68)',
  headerColor: 'oklch(0.27 0.065 45)',
  radius: 28,
  listing: 'grid',
  banner: 'inset',
  displayFace: { family: 'Rubik', fallback: 'sans-serif', files: fontsource('rubik', 700, ['latin-ext']) },
  hosts: ['www.joyfic.example', 'joyfic.example'],
  apiPrefix: '/joyfic_api',
  analytics: [{ domainPart: 'joyfic', measurementId: 'G-J0YF1CSMYL' }],
  consent: true,
  locales: ['en'],
  supportEmail: 'support@joyfic.example',
  apps: {
    ios: { id: '9990000170', link: 'https://apps.apple.com/app/id9990000170' },
    android: { id: 'example.joyfic', link: 'https://play.google.com/store/apps/details?id=example.joyfic' },
    scheme: 'joyfic',
  },
  defaultMode: 'system',
});
