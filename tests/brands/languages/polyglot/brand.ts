import { defineBrand } from '#src/brand/define.ts';
import { fontsource } from '#src/brand/fontsource.ts';

/**
 * A brand in three languages: English, Spanish and Vietnamese. In Vietnamese, POST calls have `section` and `lang` in
 * the query.
 */
export default defineBrand({
  id: 'polyglot',
  appName: 'Polyglot',
  tagline: 'Novels in three languages, for tests.',
  taglines: { es: 'Novelas en tres idiomas, para pruebas.' },
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
  hosts: ['polyglot.example'],
  apiPrefix: '/polyglot_api',
  catalogue: 'whole',
  analytics: [],
  consent: false,
  livingLists: true,
  locales: ['en', 'es', 'vn'],
  announcement: {
    texts: {
      en: 'New books every week.',
      es: 'Libros nuevos cada semana.',
      vn: 'Sách mới mỗi tuần.',
    },
    link: '/hotnovels',
  },
  pages: [
    {
      slug: 'about',
      texts: {
        en: { title: 'About Polyglot', text: 'A site in three languages. See [hot novels](/hotnovels).' },
        es: { title: 'Acerca de Polyglot', text: 'Un sitio en tres idiomas. Mira las [novelas](/es/hotnovels).' },
        vn: { title: 'Giới thiệu Polyglot', text: 'Một trang bằng ba ngôn ngữ. Xem [truyện hot](/vn/hotnovels).' },
      },
    },
  ],
  supportEmail: 'support@polyglot.example',
  apps: {
    ios: { id: '9990000199', link: 'https://apps.apple.com/app/id9990000199' },
    android: { id: 'example.polyglot', link: 'https://play.google.com/store/apps/details?id=example.polyglot' },
    scheme: 'polyglot',
  },
  defaultMode: 'system',
  prerender: { books: 2 },
});
