import type { Fault } from './fault.ts';

const unit = (file: string, title: string) => ({ stage: 'unit', file: `tests/unit/${file}`, title }) as const;
const e2e = (file: string, title: string) => ({ stage: 'e2e', file: `tests/e2e/${file}.e2e.ts`, title }) as const;

/** The notebook, and what is done with a selected word. */
export const NOTEBOOK_FAULTS: readonly Fault[] = [
  {
    line: 'Look a word up',
    test: unit('lib/look-up-address.test.ts', 'holds the text on one line, its language and that of the page'),
    fault: 'the text is put into the address as it is',
    file: 'src/lib/look-up-address.ts',
    find: 'encodeURIComponent(text)',
    replace: 'text',
  },
  {
    line: 'Look a word up: the other site learns neither the page nor the book',
    test: e2e('look-up-word', 'a selected word is looked up in a new tab, and nothing is sent before the tap'),
    fault: 'the link tells where it stands',
    file: 'src/islands/reader/marks/LookUpTools.tsx',
    find: 'rel="noopener noreferrer" referrerPolicy="no-referrer"',
    replace: 'rel="opener"',
  },
  {
    line: 'Look a word up: a brand that names no site has no button',
    test: e2e('look-up-word', 'offers neither dictionary nor translation on a desktop'),
    fault: 'every brand has a dictionary',
    file: 'src/lib/look-up-address.ts',
    find: '{ dictionary }: LookUpTemplates',
    replace: "{ dictionary = 'https://{lang}.wiktionary.org/wiki/{word}' }: LookUpTemplates",
  },
  {
    line: 'Look a word up: a translator gets 200 characters at most',
    test: unit('lib/look-up-address.test.ts', 'is cut at 200 characters'),
    fault: 'a passage is sent whole',
    file: 'src/lib/look-up-address.ts',
    find: 'const PASSAGE_LENGTH = 200;',
    replace: 'const PASSAGE_LENGTH = 20_000;',
  },
  {
    line: 'Notebook: marks in the order of the book, by chapter',
    test: unit('islands/notebook.test.tsx', 'has its marks in the order of the book, below the titles of the chapters'),
    fault: 'marks stand in the order in which they were made',
    file: 'src/stores/marks.ts',
    find: 'mark.book.id === bookId).sort(inTextOrder)',
    replace: 'mark.book.id === bookId)',
  },
  {
    line: 'Notebook: searched with letters folded, in notes too',
    test: unit('stores/notebook.test.ts', 'of all with "zurich" leaves [1]'),
    fault: 'notes are not searched',
    file: 'src/stores/notebook.ts',
    find: '[text, note, chapter.title]',
    replace: '[text, chapter.title]',
  },
  {
    line: 'Notebook: the focus is on the next passage after a removal',
    test: unit('islands/notebook.test.tsx', 'is removed with the focus on the next one, and comes back with it'),
    fault: 'the focus is lost',
    file: 'src/islands/notebook/BookNotebook.tsx',
    find: 'const next = found[at + 1] ?? found[at - 1];',
    replace: 'const next = at < 0 ? mark : null;',
  },
  {
    line: 'Notebook: editing that is left changes nothing',
    test: unit('islands/notebook.test.tsx', 'stays as it was where the editing is left'),
    fault: 'Escape saves',
    file: 'src/islands/notebook/EditNote.tsx',
    find: "if (event.key === 'Escape') onDone();",
    replace: "if (event.key === 'Escape') save(event as unknown as FormEvent);",
  },
  {
    line: 'Notebook: opening a passage does not move the place read',
    test: e2e(
      'notebook',
      'a passage leads from the notebook to its place in the reader and back, and the place read stays',
    ),
    fault: 'a passage is read like any chapter',
    file: 'src/islands/notebook/Note.tsx',
    find: '    keepLookUp(lookUpFromNotebook(mark));\n',
    replace: '',
  },
  {
    line: 'Notebook: a file holds text, not markup',
    test: unit('stores/notebook-file.test.ts', 'has nothing in it that Markdown or HTML would read as more than text'),
    fault: 'HTML in a note is left in a Markdown file',
    file: 'src/stores/notebook-file.ts',
    find: '[\\\\`*_[\\]<>|~&]',
    replace: '[\\\\`*_[\\]|~&]',
  },
  {
    line: 'Notebook: its JSON can be added again',
    test: unit('stores/notebook-file.test.ts', 'is JSON in the form of the library, which can be added again'),
    fault: 'the marks stand in it without what an item needs',
    file: 'src/stores/notebook-file.ts',
    find: "kind: 'mark', id: mark.id, value: mark, at: Date.parse(mark.updated_at)",
    replace: "kind: 'mark', id: mark.id, value: mark, at: Number.NaN",
  },
  {
    line: 'Notebook: a file has a name that every system takes',
    test: unit('lib/file-name.test.ts', 'tập 1/2'),
    fault: 'signs that systems forbid stay in it',
    file: 'src/lib/file-name.ts',
    find: ".replaceAll(/[\\p{Cc}\\p{Cs}<>:\"/\\\\|?*]+/gu, ' ')",
    replace: '',
  },
];
