import { LOCALES } from '#src/contract/locales.ts';

/** The main categories, each with a pattern for subjects that indicate it. The most specific categories are first. */
const CATEGORIES = [
  ['Science Fiction', /science fiction|robots?|space|dystopia|time travel|monsters/i],
  ['Fantasy', /fantasy|fairy tales?|magic|mythology|dragons?/i],
  ['Thriller', /thrillers?|horror|ghosts?|vampires?|gothic|suspense|spy|spies/i],
  ['Mystery', /myster|detective|crime|murder/i],
  ['Adventure', /adventure|pirates?|sea stories|treasure|voyages|western|explor/i],
  ['Romance', /romance|love|courtship|marriage|husband|sisters/i],
  ['Comedy', /humou?r|comed|satire|wit /i],
  ['Historical', /histor|war stories|medieval|napoleonic/i],
] as const satisfies readonly (readonly [category: string, subjects: RegExp])[];

const NO_CATEGORY = 'General Fiction';

/**
 * The names of the categories in sections of other languages, in the order of `CATEGORIES`. The last one is the
 * fallback.
 */
const TRANSLATED: ReadonlyMap<number, readonly string[]> = new Map([
  [LOCALES.cn.section, ['科幻', '奇幻', '惊悚', '悬疑', '冒险', '言情', '喜剧', '历史', '小说']],
  [
    LOCALES.es.section,
    list('Ciencia ficción, Fantasía, Suspense, Misterio, Aventura, Romance, Comedia, Histórica, Ficción'),
  ],
  [
    LOCALES.de.section,
    list('Science-Fiction, Fantasy, Thriller, Krimi, Abenteuer, Liebesroman, Komödie, Historisch, Romane'),
  ],
  [
    LOCALES.fr.section,
    list('Science-fiction, Fantastique, Thriller, Policier, Aventure, Romance, Comédie, Historique, Romans'),
  ],
  [
    LOCALES.pt.section,
    list('Ficção científica, Fantasia, Suspense, Mistério, Aventura, Romance, Comédia, Histórico, Ficção'),
  ],
  [
    LOCALES.ph.section,
    list(
      'Agham-Kathang-Isip, Pantasya, Kapanapanabik, Misteryo, Pakikipagsapalaran, Romansa, Komedya, Makasaysayan, Katha',
    ),
  ],
  [
    LOCALES.vn.section,
    list('Khoa học viễn tưởng, Kỳ ảo, Giật gân, Trinh thám, Phiêu lưu, Ngôn tình, Hài hước, Lịch sử, Tiểu thuyết'),
  ],
  [
    LOCALES.id.section,
    list('Fiksi Ilmiah, Fantasi, Ketegangan, Misteri, Petualangan, Romansa, Komedi, Sejarah, Fiksi'),
  ],
]);

function list(names: string): string[] {
  return names.split(', ');
}

/** Returns the name, in the section's language, of the main category that the subjects indicate. */
export function categoryOf(subjects: readonly string[], section: number = LOCALES.en.section): string {
  const best = bestCategory(subjects);
  return TRANSLATED.get(section)?.at(best) ?? CATEGORIES[best]?.[0] ?? NO_CATEGORY;
}

/** Returns the index in `CATEGORIES` of the category that most subjects indicate; the length of the list if none do. */
function bestCategory(subjects: readonly string[]): number {
  const votes = CATEGORIES.map(([, pattern]) => subjects.filter((subject) => pattern.test(subject)).length);
  const max = Math.max(...votes);
  return max > 0 ? votes.indexOf(max) : votes.length;
}

/** The genres of the English section, each with a pattern for subjects or categories that indicate it. */
const GENRES: readonly (readonly [genre: string, subjects: RegExp])[] = [
  ['Love Stories', /love|romance|courtship|^Romance$/i],
  ['Regency and Manners', /regency|gentry|social classes|manners|country homes|young women/i],
  ['Family Sagas', /famil|sisters|brothers|fathers|mothers|inheritance/i],
  ['Small Towns', /village|small town|country life|city and town/i],
  ['Magic', /magic|wizard|witch|^Fantasy$/i],
  ['Creatures', /vampire|monster|dragon|ghost|werewol|animals/i],
  ['Folklore and Fairy Tales', /fairy|folklore|myth|legend/i],
  ['Kings and Courts', /kings|queens|princes|court and courtiers/i],
  ['Detectives', /detective|murder|crime|^Mystery$/i],
  ['Dark Suspense', /horror|gothic|suspense|psychological|^Thriller$/i],
  ['Space', /space|planets|astronaut/i],
  ['Machines and Minds', /robot|artificial|scientists|computers/i],
  ['Times to Come', /future|time travel|dystopia|utopia|^Science Fiction$/i],
  ['The Past', /histor|war stories|medieval|century|^Historical$/i],
  ['Sea Stories', /\bsea\b|pirates?|ships?\b|sailors?|islands?|voyages/i],
  ['Expeditions', /explor|treasure|jungle|desert|arctic|mountain|adventure/i],
  ['Laughs', /humou?r|comed|satire|^Comedy$/i],
  ['Friendship', /friend/i],
  ['Growing Up', /children|boys|girls|orphan|school|bildungsroman|coming of age/i],
];
const MAX_GENRES = 4;

/** Returns the genres of a book; none outside the English section, because other sections have other genres. */
export function genresOf(subjects: readonly string[], section: number): string[] {
  if (section !== LOCALES.en.section) return [];
  const indicators = [...subjects, categoryOf(subjects)];
  return GENRES.filter(([, pattern]) => indicators.some((indicator) => pattern.test(indicator)))
    .map(([genre]) => genre)
    .slice(0, MAX_GENRES);
}
