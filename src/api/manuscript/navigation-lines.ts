const OTHER_CHAPTER =
  /^(?:(?:prev(?:ious)?|next)(?: (?:chapter|page|part|post|episode))?|(?:chapter|page|part) (?:prev(?:ious)?|next)|上一[章页頁话話节節]|下一[章页頁话話节節]|назад|вперед|вперёд|(?:предыдущая|следующая)(?: (?:глава|часть))?|(?:capítulo |página )?(?:anterior|siguiente|próximo|seguinte)(?: capítulo)?|(?:chapitre )?(?:précédent|suivant)|(?:vorheriges|nächstes)(?: kapitel)?|zurück|weiter|前へ|次へ|前の話|次の話|이전|다음|이전 ?화|다음 ?화|chương (?:trước|sau)|bab (?:sebelumnya|selanjutnya))$/iu;
const OTHER_PLACE =
  /^(?:(?:first|last)(?: (?:chapter|page))?|back|index|toc|home|contents|table of contents|chapter (?:list|index)|chapters|all chapters|main page|目录|目錄|返回目录|目次|목차|목록|оглавление|содержание|índice|sommaire|inhalt(?:sverzeichnis)?|mục lục|daftar isi)$/iu;
/** Matches the signs between links. A dash may also be between the words of a sentence. */
const SEPARATORS = /\s*(?:[|｜/·•«»‹›<>←→⟵⟶⇐⇒[\]【】]|\s[-–—]\s|&lt;|&gt;)+\s*/u;
/** Matches links that only stand next to each other. */
const ADJACENT =
  /^(?:prev(?:ious)? chapter\s+(?:(?:table of contents|toc|index)\s+)?next chapter|上一章\s+(?:目录|目錄)?\s*下一章)$/iu;
const MAX_CHARACTERS = 100;
const MAX_LINKS = 6;

/** Whether a line consists of at least two texts of links between chapters: "Previous | Table of Contents | Next". */
export function isNavigationLine(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  if (ADJACENT.test(text)) return true;
  const parts = text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return (
    parts.length >= 2 &&
    parts.length <= MAX_LINKS &&
    parts.some((part) => OTHER_CHAPTER.test(part)) &&
    parts.every((part) => OTHER_CHAPTER.test(part) || OTHER_PLACE.test(part))
  );
}
