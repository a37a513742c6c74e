/** A chapter that needs special typography, and the demo chapter it replaces. */
export interface TypesetChapter {
  readonly kind: string;
  readonly title: string;
  readonly index: number;
  readonly language?: string;
  readonly html: string;
}

const line = (text: string, indent = 0) =>
  `<span class="text-line${indent > 0 ? ` text-indent-${indent}` : ''}">${text}</span>`;
const stanza = (...lines: string[]) => `<p class="text-verse">${lines.join('<br>')}</p>`;
const speech = (name: string, text: string) =>
  `<tr><td><span class="text-small-caps">${name}</span></td><td>${text}</td></tr>`;

const POEM = [
  stanza(
    line('The ferry bell has lost its tongue,'),
    line('And nobody rings it now,', 2),
    line('But twice a year, when tides are young and the moon hangs low on the harbour wall,'),
    line('It answers, none knows how.', 2),
  ),
  stanza(line('Who called across the water, then?'), line('The gulls sat down to hear.', 2)),
].join('');

const VERSE = `<p>He turned the lamp down, and read aloud.</p><blockquote>${POEM}</blockquote>
  <p class="text-verse">${line('I. The Weir', 0)}</p>${POEM}
  <p class="text-center">FINIS</p><p class="text-end">Olmen, in March</p>`;

const PLAY = `<p class="text-center"><span class="text-small-caps">Scene the Second</span></p>
  <p><i>A landing stage at night. Enter</i> <span class="text-small-caps">Mara</span> <i>with a lantern.</i></p>
  <table>${speech('Mara', 'Is it the ferry, or only the river turning over in its sleep?')}
  ${speech('Tom', 'The river. <i>(He listens.)</i> It has been saying the same thing since supper.')}
  ${speech('The Bargeman', 'Then answer it, and let honest people rest.')}</table>
  ${stanza(line('<span class="text-small-caps">Mara.</span> What does it say?'), line('<span class="text-small-caps">Tom.</span> That it is late.', 8))}`;

const HEBREW = `<p>הנהר היה גבוה באותו אביב, והגשר עמד עד מחציתו במים. איש לא חצה אחרי רדת החושך.</p>
  <p>״מי שם?״ שאלה מרה. ״רק אני,״ ענה <em>הספן</em>.</p>
  <p dir="ltr">“It is late,” said the Englishman in his own language.</p>
  <blockquote>${stanza(line('הנהר זורם לאט,'), line('והלילה עוד צעיר.', 2))}</blockquote>
  <ul><li>פנס אחד</li><li>שני חבלים</li></ul><p class="text-end">בברכה, מרה</p>`;

const JAPANESE = `<p>その年の春、<ruby>川<rt>かわ</rt></ruby>の水は<ruby>橋桁<rt>はしげた</rt></ruby>の半ばまで上がり、日が暮れてからは誰も渡らなかった。</p>
  <p>「<em>まだ</em>渡れますか」と彼女は尋ねた。船頭は答えず、ただ<span class="text-emphasis">古い灯</span>を見ていた。</p>
  <p>鐘が二度鳴った。霧の向こうで、誰かが名前を呼んだような気がした。「聞こえたか？」――いや、風だろう。</p>`;

const CHINESE = `<p>那年春天，江水涨到了桥的一半，天黑以后没有人再过江。老船夫把灯放在窗口，等着第二天的钟声。</p>
  <p>“你听见了吗？”她问。“<em>没有人</em>在叫你，”他说，“只有水声。”</p>
  <p class="text-italic">他想起父亲的话：灯不能灭，人不能走。</p>
  <p>1932年，《渡口》这本书第一次印出来——只有三百本，每本都有编号……</p>
  ${stanza(line('江水东流不见人，'), line('一灯如豆照黄昏。'))}`;

const KOREAN = `<p>그해 봄 강물은 다리 중간까지 올라왔고, 해가 진 뒤에는 아무도 건너지 않았다.</p>
  <p>“거기 누구 있소?” 노인이 물었다. “<em>아무도</em> 없소.” <i>바람이 대답했다.</i></p>`;

export const TYPESET: readonly TypesetChapter[] = [
  { kind: 'verse', title: 'Never Issued', index: 4, html: VERSE },
  { kind: 'a play', title: 'Never Issued', index: 2, html: PLAY },
  { kind: 'Hebrew', title: 'A Survey of the Stray', index: 4, language: 'he', html: HEBREW },
  { kind: 'Japanese', title: 'Nineteen Islands by Thursday', index: 3, language: 'ja', html: JAPANESE },
  { kind: 'Korean', title: 'Never Issued', index: 0, language: 'ko', html: KOREAN },
  { kind: 'Chinese', title: 'Nineteen Islands by Thursday', index: 6, language: 'zh', html: CHINESE },
];
