/** Frequent short words of languages in Latin letters. They identify texts that are too short for statistics. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to was it she he that with his her for not they were at by had from',
  de: 'der die das und nicht war sie er es den dem ein eine mit auf ist ich zu im niemand',
  fr: 'le la les et était ne pas il elle un une des du que qui dans sur avec ce personne',
  es: 'el la los las y no era que de en un una se con por su al del nadie estaba',
  pt: 'o a os as e não era que de em um uma se com por ao do da ninguém estava',
  it: 'il la le e non era che di un una si con per al del della nel i gli nessuno',
  nl: 'de het een en niet was ze hij van dat met op te in zijn haar er niemand ik naar',
  sv: 'och det att en ett inte var hon han som på med av för den till ingen i om sin',
  da: 'og det at en et ikke var hun han som på med af for den til ingen i om sin',
  nb: 'og det at en et ikke var hun han som på med av for den til ingen i om sin',
  fi: 'ja ei se oli hän että on ne kun mutta joka niin kuin jo vain hänen kukaan',
  pl: 'i w nie się na z do to że był była jest jak po za od nikt ale jego jej',
  cs: 'a v se na je že to byl byla s do z ale jak po za nikdo jeho už ho',
  hu: 'a az és nem volt hogy egy is de meg csak már még ki el senki azt ez',
  ro: 'și în nu a era că de la un o cu pe din se lui nimeni mai care ca',
  tr: 've bir bu da de o için çok ne gibi kadar ama daha değil vardı onun kimse',
  id: 'yang dan di itu dengan tidak dari untuk ke ini dia pada adalah akan seperti tak',
  fil: 'ang ng sa na at ay mga si niya hindi siya ko ni kay nang isang wala walang',
  vi: 'và của là không có một những người đã cho trong với anh cô này được như khi',
};

const words = new Map(Object.entries(WORDS).map(([language, list]) => [language, new Set(list.split(' '))]));

/** Returns the fraction of words in a text that are frequent words of a language. */
export function functionWordShare(text: string, language: string): number {
  const common = words.get(language);
  const all = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return common && all.length > 0 ? all.filter((word) => common.has(word)).length / all.length : 0;
}
