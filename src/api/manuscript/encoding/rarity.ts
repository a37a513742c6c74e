import { alphabetOf } from '../language/alphabets.ts';
import { COMMON_CHARACTERS } from '../language/common.ts';

/**
 * Letters of languages whose alphabet is beyond ASCII, most frequent first. Only their approximate order matters,
 * because rare letters are as frequent as common ones in a wrong decoding.
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
/** Costs of characters, by kind: estimates of the negative logarithm of their probability. */
const COST = { kana: 4, katakana: 5.5, common: 6.5, han: 10, hangul: 8, mark: 3.5, unlisted: 8, impossible: 20 };
/** Added to the cost of each Latin letter beyond ASCII, because most letters of Latin text are ASCII. */
const LATIN_BASE_COST = 1.5;
/** Cost of a capital letter within a word, because capitals are usually at the start of words. */
const CAPITAL_COST = 2;
/** Cost of a Latin letter next to a letter or mark of another script in one word. */
const MIXED_COST = 6;
const MIXED =
  /[a-z](?=\P{ASCII})(?!(?:\p{Script=Latin}|[\u0300-\u036f]))[\p{L}\p{M}]|(?=\P{ASCII})(?!(?:\p{Script=Latin}|[\u0300-\u036f]))[\p{L}\p{M}][a-z]/giu;
const LATIN_LANGUAGES = 'cs da de en es fi fr hr hu it lt lv nl pl pt ro sk sl sv tr vi fil'.split(' ');

const MARK = /[\u00a0«»–—‘’‚“”„‹›…、。「」『』，．！？：；（）《》・　¡¿،؟؛־]/u;
const CAPITAL_WITHIN = /(?<=\p{L}\p{M}*)(?=\P{ASCII})\p{Lu}/gu;

const tables = BY_FREQUENCY.map((letters) => costsOf([...letters]));

/** Returns the costs of letters, whose frequencies decrease roughly exponentially with their rank. */
function costsOf(letters: readonly string[]): ReadonlyMap<string, number> {
  const weights = letters.map((_letter, rank) => Math.exp((-rank * 4.5) / letters.length));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return new Map(letters.map((letter, rank) => [letter, -Math.log((weights[rank] ?? 0) / sum)]));
}

/**
 * Returns how improbable the characters beyond ASCII are in the language that fits them best, in nats. This can be
 * compared with the result for the same bytes in another encoding.
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
