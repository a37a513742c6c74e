import { type Bench, type BenchOptions, type BenchRow, machine, rowWithoutPeer } from '../report.ts';
import { countChapters, evaluate, type Outcome } from './evaluate.ts';
import { generateBooks, generateLookalikes } from './generate.ts';

const BOOKS_PER_LANGUAGE = 20;
const QUICK_BOOKS_PER_LANGUAGE = 4;
/** Minimum percentage of books that must be imported exactly as generated. */
const MIN_RIGHT_PERCENT = 99;

/**
 * Imports generated plain texts and compares every chapter and paragraph. Each result is `right`, `wrong`, or `asked`
 * if the import asked for confirmation instead of guessing.
 */
export async function benchTexts(_rounds: number, _files: readonly string[], { quick }: BenchOptions): Promise<Bench> {
  const outcomes = generateBooks(quick ? QUICK_BOOKS_PER_LANGUAGE : BOOKS_PER_LANGUAGE).map(outcomeOf);
  for (const { name, result, reason } of outcomes)
    if (result !== 'right') process.stderr.write(`${result} ${name}: ${reason}\n`);
  const lookalikes = generateLookalikes().map((book) => ({ book, count: countChapters(book) }));
  const divided = lookalikes.filter(({ count }) => count !== 1);
  for (const { book, count } of divided) process.stderr.write(`divided ${book.name}: ${count} chapters\n`);
  const share = (result: Outcome['result']) =>
    (outcomes.filter((one) => one.result === result).length * 100) / outcomes.length;
  const row = (what: string, ours: number): BenchRow => ({ what, ours, peer: null, ratio: null, unit: '%' });
  return {
    name: 'texts',
    machine: machine(),
    rows: [
      { ...row(`correct of ${outcomes.length} texts`, share('right')), least: MIN_RIGHT_PERCENT },
      row('import asked instead of guessing', share('asked')),
      { ...row('wrong', share('wrong')), limit: 100 - MIN_RIGHT_PERCENT },
      rowWithoutPeer(`texts of lookalikes with a false chapter, of ${lookalikes.length}`, divided.length, '', 0),
    ],
  };
}

function outcomeOf(book: Parameters<typeof evaluate>[0]): Outcome {
  try {
    return evaluate(book);
  } catch (error) {
    return { name: book.name, result: 'wrong', reason: String(error) };
  }
}
