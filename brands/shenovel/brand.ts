import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '#src/brand/fontsource.ts';

export default defineBrand({
  id: 'shenovel',
  appName: 'SheNovel',
  tagline: 'Novels about women’s lives, told with patience and nerve.',
  seoTexts: {
    en: {
      'genre-title': 'Best {{novels}} with nerve',
      'genre-description': '{{novels}} told with patience and nerve: {{books}}. {{introduction}}',
      'tag-title': 'Best novels tagged {{name}} with nerve',
      'tag-description': 'Novels with the tag {{name}} that stay with you: {{books}}.',
      'keyword-title': 'Best {{novels}}, told with nerve',
      'keyword-description': 'On {{brand}}, {{novels}} are told with nerve: {{books}}.',
      'category-title': 'Best {{stories}} with nerve',
      'category-description':
        'Told with patience and nerve: novels whose main category is {{name}}, such as {{books}}.',
      'category-part-title': 'Best stories with nerve, {{parent}}: {{name}}',
      'category-part-description':
        'Told with patience and nerve: {{parent}} novels filed under {{name}}, such as {{books}}.',
      'letter-title': 'Best novels with nerve: {{name}}',
      'letter-description':
        'Told with patience and nerve: hot novels whose titles begin with {{name}}, such as {{books}}.',
      'letter-other-title': 'Best novels with nerve: 0 to 9',
      'letter-other-description':
        'Told with patience and nerve: hot novels whose titles begin with none of the letters A to Z, such as {{books}}.',
      'section-title': 'Best novels with nerve, from “{{name}}”',
      'section-description': 'Told with patience and nerve: the whole shelf “{{name}}” with {{books}}.',
      'ranking-title': 'Best novels with nerve, {{type}}: {{name}}',
      'ranking-description': 'Told with patience and nerve: the ranking {{type}}, {{name}}, with {{books}}.',
      'author-title': 'Best novels by {{name}} with nerve',
      'author-description': 'Told with patience and nerve: novels by {{name}}, such as {{books}}. {{introduction}}',
    },
  },
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  bookSourceImg: 'assets/cover.svg',
  headerBg: 'assets/header.svg',
  notFoundImg: 'assets/not-found.svg',
  emptyImg: 'assets/empty.svg',
  themeColor: 'oklch(0.45 0.15 345)',
  accentColor: 'oklch(0.74 0.09 75)',
  headerGround: 'oklch(0.955 0.018 345)',
  headerColor: 'oklch(0.35 0.11 345)',
  radius: 2,
  listing: 'airy',
  banner: 'plain',
  displayFace: { family: 'Playfair Display', fallback: 'serif', files: fontsource('playfair-display', 500) },
  hosts: ['www.shenovel.example', 'shenovel.example'],
  apiPrefix: '/shenovel_api',
  analytics: [{ domainPart: 'shenovel', measurementId: 'G-SH3P3T4LNV' }],
  consent: false,
  locales: ['en'],
  supportEmail: 'support@shenovel.example',
  apps: {
    ios: { id: '9990000165', link: 'https://apps.apple.com/app/id9990000165' },
    android: { id: 'example.shenovel', link: 'https://play.google.com/store/apps/details?id=example.shenovel' },
    scheme: 'shenovel',
  },
  defaultMode: 'system',
});
