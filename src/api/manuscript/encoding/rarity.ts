import { alphabetOf } from '../language/alphabets.ts';
import { COMMON_CHARACTERS } from '../language/common.ts';

/**
 * Letters of languages whose alphabet is beyond ASCII, most frequent first. Only the approximate order matters: in a
 * wrong decoding, rare letters are as frequent as common ones.
 */
const BY_FREQUENCY: readonly string[] = [
  'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  'оаинвітерслкумдпязьбгчйхжцюєїшщфґ',
  'аоиентрсвлкдпмзугъбчяжцхщшйюфь',
  'αοιετσνηυρπκμλςάίόέωγδήύθχφβώξζψϊϋΐΰ',
  'יוהלאתרבשמנכדעחקפםסצטזןגךץף',
  'الينمروتبةعدسفهكقأحجشطصخإزذىضئثءغآظؤًٌٍَُِّْ',
  'านรอกเง่้มยวลดทีสัิตคใะแปขจหไ์พบุชู็ืำถโผซศณธภษฟฉญฝฐฏฎฒฬฌฆๆ',
];
/** The cost of a character: the negative logarithm of its probability, as far as it can be estimated. */
const COST = { kana: 4, katakana: 5.5, common: 6.5, han: 10, hangul: 8, mark: 3.5, unlisted: 8, impossible: 20 };
/** Most letters of Latin text are ASCII, so each other one costs more than its share of the alphabet. */
const LATIN_BASE_COST = 1.5;
/** Capital letters occur at the start of words, or in words that are all capitals. */
const CAPITAL_COST = 2;
/** Latin letters next to letters or marks of another script in one word. */
const MIXED_COST = 6;
const MIXED =
  /[a-z](?=\P{ASCII})(?!(?:\p{Script=Latin}|[\u0300-\u036f]))[\p{L}\p{M}]|(?=\P{ASCII})(?!(?:\p{Script=Latin}|[\u0300-\u036f]))[\p{L}\p{M}][a-z]/giu;
const LATIN_LANGUAGES = 'cs da de en es fi fr hr hu it lt lv nl pl pt ro sk sl sv tr vi fil'.split(' ');

const MARK = /[\u00a0«»–—‘’‚“”„‹›…、。「」『』，．！？：；（）《》・　¡¿،؟؛־]/u;
const CAPITAL_WITHIN = /(?<=\p{L}\p{M}*)(?=\P{ASCII})\p{Lu}/gu;

const tables = BY_FREQUENCY.map((letters) => costsOf([...letters]));

/** Frequencies of letters decrease roughly exponentially with their rank. */
function costsOf(letters: readonly string[]): ReadonlyMap<string, number> {
  const weights = letters.map((_letter, rank) => Math.exp((-rank * 4.5) / letters.length));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return new Map(letters.map((letter, rank) => [letter, -Math.log((weights[rank] ?? 0) / sum)]));
}

/**
 * How improbable the characters beyond ASCII are as a text in the language that fits them best, in nats. The cost of
 * the same bytes in another encoding can be compared with it.
 */
export function rarityOf(text: string): number {
  const characters = text.match(/\P{ASCII}/gu) ?? [];
  const inside =
    (text.match(CAPITAL_WITHIN)?.length ?? 0) * CAPITAL_COST + (text.match(MIXED)?.length ?? 0) * MIXED_COST;
  const latin = characters.filter((character) => /\p{Script=Latin}/u.test(character));
  const others = characters.filter((character) => !/\p{Script=Latin}/u.test(character));
  return inside + latinCost(latin) + otherCost(others);
}

function latinCost(characters: readonly string[]): number {
  if (characters.length === 0) return 0;
  const letters = characters.map((letter) => letter.toLowerCase());
  return Math.min(
    ...LATIN_LANGUAGES.map((language) => {
      const alphabet = alphabetOf(language);
      const inside = LATIN_BASE_COST + Math.log(alphabet?.size ?? 1);
      return sum(letters.map((letter) => (alphabet?.has(letter) ? inside : COST.unlisted)));
    }),
  );
}

function otherCost(characters: readonly string[]): number {
  if (characters.length === 0) return 0;
  const letters = characters.map((letter) => letter.toLowerCase());
  return Math.min(...tables.map((table) => sum(letters.map((letter) => table.get(letter) ?? characterCost(letter)))));
}

function characterCost(character: string): number {
  if (/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(character)) return COST.impossible;
  if (MARK.test(character)) return COST.mark;
  if (/\p{Script=Hiragana}/u.test(character)) return COST.kana;
  if (/[\u30a1-\u30fc]/u.test(character)) return COST.katakana;
  if (COMMON_CHARACTERS.has(character)) return COST.common;
  if (/\p{Script=Hangul}/u.test(character)) return COST.hangul;
  return /\p{Script=Han}/u.test(character) ? COST.han : COST.unlisted;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
