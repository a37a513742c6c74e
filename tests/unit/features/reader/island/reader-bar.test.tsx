import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ReaderBar } from '#src/features/reader/island/ReaderBar.tsx';
import type { Island } from '#src/shell/island/use-island.ts';

const island = { t: (key: string) => key, tag: 'en-US' } as unknown as Island<'reader'>;
const chapter = { id: 1, number: 1, title: 'א', words: 100, previousHref: '/1', nextHref: '/3' };

const barOf = (language: string) =>
  renderToStaticMarkup(
    <ReaderBar
      island={island}
      night={false}
      panel={null}
      panelId="panel"
      bookHref="/novel/1"
      bookWords={300}
      chapterCount={3}
      chapter={chapter}
      language={language}
    />,
  );

describe('the bar of the reader', () => {
  it('shows its texts in the direction of the site even in a right-to-left book', () => {
    expect(barOf('he')).toContain('data-turns="rtl"');
    expect(barOf('he')).not.toContain(' dir=');
    expect(barOf('en')).toContain('data-turns="ltr"');
  });
});
