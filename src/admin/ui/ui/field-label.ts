const LABELS: Readonly<Record<string, string>> = {
  html: 'Text',
  hot: 'Sort weight',
  section: 'Language',
  language: 'Language tag',
  book_id: 'Book',
  state: 'Publication',
  sub_category: 'Subcategory',
  rating_count: 'Number of ratings',
};

/** The label of a record's field, such as "Free from" for `free_from`. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll('_', ' ');
  return LABELS[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
