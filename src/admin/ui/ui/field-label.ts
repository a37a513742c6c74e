const LABELS: Readonly<Record<string, string>> = {
  html: 'Text',
  place: 'Position',
  hot: 'Sort weight',
  section: 'Language',
  language: 'Language tag',
  book_id: 'Book',
  state: 'Publication',
  sub_category: 'Subcategory',
  rating_count: 'Number of ratings',
  appName: 'Name',
  taglines: 'Taglines in other languages',
  seoTexts: 'Titles and descriptions for search engines',
  themeColor: 'Theme colour',
  accentColor: 'Accent colour',
  headerGround: 'Header background',
  headerColor: 'Header text',
  supportEmail: 'Support address',
  headerBg: 'Header picture',
  bookSourceImg: 'Default cover',
  searchSynonyms: 'Search synonyms',
  texts: 'Interface texts',
  homeOrder: 'Order of the home page',
};

/** The label of a record's field, such as "Free from" for `free_from`. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll('_', ' ');
  return LABELS[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
