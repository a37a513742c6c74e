import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '../fontsource.ts';

export default defineBrand({
  id: 'local',
  appName: 'Lectern',
  tagline: 'The whole site in its working clothes, for development.',
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.5 0.06 230)',
  headerGround: 'oklch(0.4 0.032 232)',
  headerColor: 'oklch(0.965 0.01 230)',
  radius: 8,
  listing: 'rows',
  banner: 'plain',
  displayFace: { family: 'Literata', fallback: 'serif', files: fontsource('literata', 600) },
  hosts: ['localhost'],
  apiPrefix: '/public',
  analytics: [],
  consent: false,
  locales: ['en'],
  hsts: false,
  supportEmail: 'support@local.example',
  apps: { ios: null, android: null, scheme: 'lectern' },
  defaultMode: 'system',
  lookup: {
    dictionary: 'https://{lang}.wiktionary.org/wiki/{word}',
    translate: 'https://translate.google.com/?sl={lang}&tl={to}&text={text}&op=translate',
  },
});
