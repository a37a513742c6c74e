import { HtmlValidate } from 'html-validate';
import type { Finding } from '../types.ts';

/** Uses the rules of the HTML standard (https://html-validate.org/rules/presets.html), not those of a coding style. */
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

/**
 * Matches a style element that Astro adds before a page's first island. The standard does not allow style elements
 * there, but all browsers accept them, and Astro has no option to avoid it.
 */
const STYLE_OF_ISLANDS = /<style>astro-island[^<{]*\{display:contents\}<\/style>/;

/** Reports invalid HTML on a page: each rule once, with its count. */
export async function checkHtml(url: string, html: string): Promise<Finding[]> {
  const { results } = await validator.validateString(html.replace(STYLE_OF_ISLANDS, ''));
  const byRule = Map.groupBy(
    results.flatMap(({ messages }) => messages.filter(({ severity }) => severity === 2)),
    ({ ruleId }) => ruleId,
  );
  return Array.from(byRule, ([rule, messages]) => {
    const [first] = messages;
    const more = messages.length > 1 ? `, ${messages.length} times` : '';
    return {
      kind: 'html',
      url,
      message: `${rule}: ${first?.message} (line ${first?.line}, ${first?.selector}${more})`,
    };
  });
}
