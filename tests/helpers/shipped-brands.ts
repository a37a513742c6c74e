/** The brands that come along; an installation may have others, and fewer of these. Their designs differ from one another. */
export const SHIPPED_BRANDS = [
  'fingeread',
  'finalnovel',
  'freenovel',
  'joyfic',
  'local',
  'moonovel',
  'novelandia',
  'novelpack',
  'novelpad',
  'novelyouth',
  'shenovel',
  'tibok',
];
