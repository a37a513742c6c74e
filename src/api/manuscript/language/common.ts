/** Frequent words of languages that are not written in Latin letters. */
const WORDS: Readonly<Record<string, string>> = {
  ru: 'и в не на я что он с как а то это по но его к из у за она так же от вы мы для был была было были бы ее её мне ты они или если когда уже ещё еще глава до там где под',
  uk: 'і в не на я що він з як а то це по але його до із у за вона так же від ви ми для був була було були би її мені ти вони або якщо коли вже ще розділ й та та під у',
  bg: 'и в не на аз че той с как а то това по но го от из у за тя така ще вие ние да бе беше са се си я ти те или ако когато вече още глава до там под',
  sr: 'и у не на ја да он са као а то је по али га од из за она тако ће ви ми био била су се си ти они или ако кад већ још глава до тамо',
  mk: 'и во не на јас дека тој со како а тоа е по но го од за таа така ќе вие ние да беше се си ти тие или ако кога веќе уште глава до таму',
  be: 'і ў не на я што ён з як а то гэта па але яго да у за яна так жа ад вы мы для быў была было яе мне ты яны або калі ўжо яшчэ раздзел',
  el: 'και το να του η της με που την από για τα στο δεν ο τον σε οι στην θα τη των ένα ήταν μια τους μου στον είχε ως πως αν μα κεφάλαιο είναι στη τις',
  he: 'את של לא על הוא היא זה אל כי אני עם גם כל מה אם או יש אבל כמו היה הם אחד עוד רק לו לה שלא אין פרק כך מן כבר בין',
  ar: 'في من على أن إلى لا ما هذا عن كان هو هذه التي الذي لم مع قد ثم أو كل ذلك بعد قال بين هي لو يا فقد وقد ولا وكان إن عند غير كما منذ حين فصل الفصل',
  fa: 'و در به از که این را با است آن برای تا بود یک خود بر او هم ما من شد نمی می کرد ها گفت بی چه اگر فصل',
};

const HAN =
  '的一是不了在人有我他这個个上們们來来到時时大地為为子中你說说生國国年着著就那和要她出也得里裡后後自以會会家可下而過过天去能對对小多然於于心學学么麼之都好看起發发當当没沒成只如事把還还用第樣样道想作種种开開美手' +
  '十已從从动動問问听聽面本老知回它前門门头頭见見长長话話经經其己两兩明高又走快东東气氣什身样意正做眼声聲行无無更怎现現方部給给三四五六七八九二章节節水山夜灯燈风風雪日月江火路死四定情力但被信外才真太死白间間';
const KANJI =
  '日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高子外八六下来気小七山話女北百書先名川千水半男西語土木聞食車何南万白天母火右友左休父雨言思手自事者目彼私心声少物入口方立足地所持家場知頭新道体通明無社度感最不動同戦主朝夜窓戸誰他全音顔世界町答笑光風花空海雪森石章第序';
const HANGUL =
  '이다는을가에의하고지로서도사한은를기나자어그아라리해시인수만있었들니면대보게야여아것일주오전과우부정소스제마장거없말지며려던까요안내때무구상신듯왔갔했';
const THAI_WORDS = /ที่|การ|และ|ใน|ของ|มี|ไม่|ได้|เป็น|ให้|เขา|แต่|จะ|ว่า|มา|ไป|อยู่|กับ|คน|นั้น|แล้ว|ก็|บท/g;

const words = new Map(Object.entries(WORDS).map(([language, list]) => [language, new Set(list.split(' '))]));
const han = new Set(HAN);
const kanji = new Set(KANJI);
const hangul = new Set(HANGUL);
/** Frequent characters of Chinese, Japanese and Korean. */
export const COMMON_CHARACTERS: ReadonlySet<string> = new Set(HAN + KANJI + HANGUL);

/**
 * Returns the fraction of words or characters in a text that are frequent in its language. A wrong decoding has almost
 * none.
 * @returns undefined for languages in Latin letters, whose alphabets are compared instead
 */
export function commonShare(text: string, language: string): number | undefined {
  const primary = language.split('-')[0] ?? '';
  if (primary === 'zh') return shareOf(text, /\p{Script=Han}/gu, (character) => han.has(character));
  if (primary === 'ko') return shareOf(text, /\p{Script=Hangul}/gu, (character) => hangul.has(character));
  if (primary === 'ja') return shareOf(text, /\p{Script=Han}/gu, (character) => kanji.has(character));
  if (primary === 'th') {
    const covered = text.match(THAI_WORDS)?.join('').length ?? 0;
    return covered / Math.max(1, text.match(/\p{Script=Thai}/gu)?.length ?? 0);
  }
  const common = words.get(primary);
  return common && shareOf(text.toLowerCase(), /[\p{L}\p{M}’'-]+/gu, (word) => common.has(word));
}

function shareOf(text: string, unit: RegExp, isCommon: (unit: string) => boolean): number {
  const units = text.match(unit) ?? [];
  return units.length === 0 ? 0 : units.filter(isCommon).length / units.length;
}
