import { describe, expect, it } from 'vitest';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedClasses } from '#src/contract/chapter/chapter-markup.ts';

const words = (text: string) => text.trim().split(/\s+/);

describe('the elements and attributes of chapter HTML', () => {
  it('include only elements for text', () => {
    expect(ALLOWED_TAGS.toSorted()).toEqual(
      words(`
        a abbr aside b bdi bdo blockquote br caption cite code col colgroup dd dl dt em figcaption figure h2 h3 h4 hr i
        img li ol p pre q rp rt ruby s small span strong sub sup table tbody td tfoot th thead tr ul wbr
      `),
    );
  });

  it('include only attributes for language, anchors and tables', () => {
    expect(ALLOWED_ATTRIBUTES).toEqual({
      '*': ['lang', 'dir', 'id', 'class'],
      a: ['href', 'rel'],
      abbr: ['title'],
      img: ['src', 'alt'],
      li: ['value'],
      ol: ['start', 'reversed'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
    });
  });
});

describe('the classes allowed on an element', () => {
  it.each(
    words(`
      text-note text-note-ref text-note-back text-start text-center text-end text-verse text-line text-indent-1
      text-indent-2 text-indent-15 text-indent-16 text-small-caps text-uppercase text-italic text-upright text-bold
      text-regular text-smaller text-small text-large text-pre text-flush text-space text-close
      text-emphasis text-inline text-unseen text-list-none text-list-lower-alpha text-list-upper-roman
    `),
  )('include %s', (name) => expect(allowedClasses(name)).toBe(name));

  it.each(['', ' ', 'hero', 'text', 'text-indent', 'text-indent-0', 'text-indent-17', 'TEXT-NOTE'])(
    'include no class in %j',
    (value) => expect(allowedClasses(value)).toBeUndefined(),
  );

  it('keep their order, separated by single spaces', () => {
    expect(allowedClasses(' text-line\n hero  text-indent-3\ttext-bold')).toBe('text-line text-indent-3 text-bold');
  });
});
