/** Ids of the shipped brands, which all have different designs. An installation may remove some and add its own. */
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
