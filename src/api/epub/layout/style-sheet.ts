import { type AtRule, type ChildNode, CssSyntaxError, parse, type Rule } from 'postcss';
import { type Budget, type StyleSelector, selectorsOf } from './selectors.ts';

/** Maximum number of characters of a document's style sheets. Further text is ignored. */
const MAX_CHARACTERS = 500_000;
const MAX_RULES = 4000;
/** Matches the properties that are read. Rules without any of them are ignored. */
const SUPPORTED_PROPERTY =
  /^(?:text-align|text-indent|margin|margin-left|margin-right|margin-top|margin-bottom|padding|padding-left|float|font|font-size|font-style|font-weight|font-variant|font-variant-caps|text-transform|text-decoration|text-decoration-line|vertical-align|font-variant-position|display|white-space|visibility|opacity|color|position|clip|clip-path|overflow|width|height|max-width|max-height|top|left|list-style|list-style-type|(?:-(?:epub|webkit)-)?text-emphasis(?:-style)?)$/;

export type Declarations = readonly { readonly name: string; readonly value: string; readonly important: boolean }[];

export interface StyleRule {
  readonly selector: StyleSelector;
  readonly declarations: Declarations;
}

/** Returns the rules of style sheets, in the order of ascending precedence. */
export function rulesOf(sheets: readonly string[], budget: Budget): StyleRule[] {
  const text = sheets.join('\n').slice(0, MAX_CHARACTERS);
  const rules: StyleRule[] = [];
  for (const rule of plainRules(parsed(text))) {
    const declarations = declarationsIn(rule.nodes);
    if (declarations.length === 0) continue;
    for (const selector of selectorsOf(rule.selector, budget)) rules.push({ selector, declarations });
    if (rules.length > MAX_RULES) break;
  }
  return rules.toSorted((a, b) => a.selector.specificity - b.selector.specificity);
}

/** Returns the declarations in a `style` attribute. */
export const inlineDeclarations = (style: string): Declarations => declarationsIn(parsed(style.slice(0, 2000)));

/** Parses a style sheet, up to its first syntax error. */
function parsed(text: string): ChildNode[] {
  try {
    return parse(text).nodes;
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error;
    const lines = text.split('\n').slice(0, Math.max(0, (error.line ?? 1) - 1));
    const before = lines.join('\n');
    const end = before.lastIndexOf('}');
    return end < 0 || end + 1 >= text.length ? [] : parsed(before.slice(0, end + 1));
  }
}

/** Yields the rules that apply to every screen, without those that depend on a feature, dark mode or a device. */
function* plainRules(nodes: readonly ChildNode[]): Generator<Rule> {
  for (const node of nodes) {
    if (node.type === 'rule') yield node;
    else if (node.type === 'atrule' && isForScreens(node)) yield* plainRules(node.nodes ?? []);
  }
}

const isForScreens = ({ name, params }: AtRule): boolean => name === 'media' && /^(?:all|screen)$/i.test(params.trim());

function declarationsIn(nodes: readonly ChildNode[]): Declarations {
  return nodes.flatMap((node) => {
    if (node.type !== 'decl' || !SUPPORTED_PROPERTY.test(node.prop.toLowerCase())) return [];
    return [
      { name: node.prop.toLowerCase(), value: node.value.toLowerCase().trim(), important: node.important === true },
    ];
  });
}
