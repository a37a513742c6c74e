import type { SiteColours } from '../../contract/first-screen.ts';

/** Describes how readable the derived colours are. */
export function contrastHint({ given, header, headerContrast, theme }: SiteColours): string {
  const ratio = `${(Math.floor(headerContrast * 10) / 10).toFixed(1)}:1`;
  const text = `Text in the header has a contrast of ${ratio}${headerContrast >= 4.5 ? ', which is easy to read' : ''}.`;
  const adjusted = [
    ...(header !== given ? ['The header uses a tone of your colour on which text is readable.'] : []),
    ...(theme !== given ? ['Buttons use a darker tone, because yours is too light for a white page.'] : []),
  ];
  return [text, ...adjusted].join(' ');
}
