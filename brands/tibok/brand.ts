import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'tibok',
  appName: 'Tibok',
  tagline: 'Tibok is a heartbeat; these are the stories that quicken it.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{name}} novels to feel',
      'genre-description': '{{introduction}} {{name}} that quickens the pulse: {{books}}.',
      'tag-title': 'Best novels tagged {{name}} to feel',
      'tag-description': 'What beats behind the tag {{name}}: {{books}}.',
      'keyword-description': 'For whoever wants to feel {{name}}: {{books}}.',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.52 0.2 18)',
  headerGround: 'oklch(0.47 0.185 18)',
  headerColor: 'oklch(0.985 0.012 18)',
  radius: 10,
  listing: 'grid',
  banner: 'bleed',
  displayFace: { family: 'Outfit', fallback: 'sans-serif', files: fontsource('outfit', 700, ['latin-ext']) },
  hosts: ['www.tibok.example', 'tibok.example'],
  apiPrefix: '/tibok_api',
  analytics: [{ domainPart: 'tibok', measurementId: 'G-T1B0K8PLSW' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@tibok.example',
  apps: {
    ios: { id: '9990000134', link: 'https://apps.apple.com/app/id9990000134' },
    android: { id: 'example.tibok', link: 'https://play.google.com/store/apps/details?id=example.tibok' },
    scheme: 'tibok',
  },
  defaultMode: 'system',
});
