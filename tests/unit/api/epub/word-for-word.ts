/**
 * Compares imported books with their files, word for word, by means that share nothing with the importer but the file:
 * `node tests/unit/api/epub/word-for-word.ts FILE.epub…` (one document per chapter, as in Standard Ebooks). Every chapter must be
 * the end of one document; what is left at its start must be the heading that became the title.
 */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { readEpub } from '#src/api/epub/index.ts';

const INLINE = /<\/?(?:a|abbr|b|cite|em|i|small|span|strong|sub|sup|time)(?=[\s/>])[^>]*>/g;

/** Words between blanks; block tags part words, inline tags do not. */
function words(markup: string): string[] {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(markup)?.[1] ?? markup;
  const text = body.replace(INLINE, '').replace(/<[^>]*>/g, ' ');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .split(/\s+/)
    .filter(Boolean);
}

let failed = false;
for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file);
  const sources = Object.entries(unzipSync(bytes)).filter(([name]) => /\/text\/[^/]+\.xhtml$/.test(name));
  const documents = new Map(sources.map(([name, content]) => [name, words(strFromU8(content))]));
  const { title, chapters } = await readEpub(bytes);
  const faults: string[] = [];
  let total = 0;
  for (const chapter of chapters) {
    const ours = words(chapter.html);
    total += ours.length;
    const found = [...documents].find(
      ([, source]) => ours.length > 0 && source.slice(-ours.length).join(' ') === ours.join(' '),
    );
    const head = found ? found[1].slice(0, found[1].length - ours.length) : [];
    if (!found || head.length > 20) faults.push(chapter.title);
    if (found) documents.delete(found[0]);
  }
  failed ||= faults.length > 0;
  const numbered = chapters.filter((chapter) => chapter.kind === 'chapter').length;
  console.log(
    `${title}: ${numbered} chapters, ${chapters.length - numbered} sections, ${total} words, ${faults.length} differ ${faults.join('; ')}`,
  );
  console.log(`  left out: ${[...documents.keys()].map((name) => name.split('/').at(-1)).join(', ')}`);
}
process.exitCode = failed ? 1 : 0;
