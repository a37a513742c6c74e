import { aliasOf } from '#src/routes/aliases.ts';
import type { Site } from '#src/shell/page/view.ts';
import { type ListPage, listView } from './book-list.ts';

const listPage = (letter: string, site: Site): ListPage => ({
  list: { kind: 'letter', letter },
  name: letterName(letter),
  href: (page) => site.paths.letter(letter, page),
  params: { letter },
  aliases: [aliasOf.letter(letter)],
});

/**
 * The name of a letter's list. The list of titles that do not begin with A to Z is named `#`, and its path contains
 * `0`.
 */
export const letterName = (letter: string) => (letter === '0' ? '#' : letter);

/** The pages of hot novels by the first letter of their title. */
export const letterView = listView(
  'letter',
  (source, site) => source.letters().map((letter) => listPage(letter, site)),
  ({ letter = '' }, source, site) => {
    const siblings = source
      .letters()
      .map((other) => ({ name: letterName(other), href: site.paths.letter(other), current: other === letter }));
    return { entry: listPage(letter, site), context: { siblings } };
  },
);
