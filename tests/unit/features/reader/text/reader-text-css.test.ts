import { readFileSync } from 'node:fs';
import postcss, { type Rule } from 'postcss';
import { describe, expect, it } from 'vitest';
import { MAX_INDENT_EM } from '#src/contract/chapter/chapter-markup.ts';

function rulesOf(file: string): Rule[] {
  const rules: Rule[] = [];
  postcss.parse(readFileSync(`src/features/reader/text/${file}`, 'utf8')).walkRules((rule) => {
    rules.push(rule);
  });
  return rules;
}

const declared = (rule: Rule | undefined, name: string) =>
  rule?.nodes.flatMap((node) => (node.type === 'decl' && node.prop === name ? [node.value] : []))[0];

describe('indents of lines', () => {
  const PHONE = 390;
  const FONT = 18;
  const MARGINS = 40;
  /** Room for words of about 20 letters. */
  const ROOM = 160;
  const HANGING = 1.5 * FONT;

  const indentOf = (level: number) => {
    const rule = rulesOf('reader-text.css').find(({ selector }) => selector === `.text-indent-${level}`);
    const [, ems, vw] = /^min\((\d+) \* var\(--size\), ([\d.]+)vw\)$/.exec(declared(rule, '--indent') ?? '') ?? [];
    return Math.min(Number(ems) * FONT, (Number(vw) * PHONE) / 100);
  };
  const levels = Array.from({ length: MAX_INDENT_EM }, (_, index) => index + 1);

  it('leave room for long words on a phone', () => {
    for (const level of levels) expect(PHONE - MARGINS - HANGING - indentOf(level)).toBeGreaterThan(ROOM);
  });

  it('are distinct on a phone', () => {
    for (const level of levels.slice(1)) expect(indentOf(level)).toBeGreaterThan(indentOf(level - 1));
  });
});

describe('italics in scripts whose fonts have none', () => {
  it.each(['zh', 'ja', 'ko', 'he', 'ar', 'fa'])('are shown by weight or typeface in %s', (language) => {
    const styled = rulesOf('text-scripts.css').filter(
      (rule) =>
        /[(\s,]i[,)]/.test(rule.selector) &&
        rule.selector.includes(`:lang(${language})`) &&
        (declared(rule, 'font-weight') ?? declared(rule, 'font-family')) !== undefined,
    );
    expect(styled.length).toBeGreaterThan(0);
  });
});
