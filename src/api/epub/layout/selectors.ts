import { compile, type Options } from 'css-select';
import { parse, type Selector, SelectorType } from 'css-what';
import { LecternError } from '#src/lib/errors.ts';
import { type Child, childrenOf, type Element, isElement, type Node, textOf } from '../tree.ts';

/** Maximum number of nodes that may be visited per book. Real style sheets need far fewer. */
const MAX_NODE_VISITS = 60_000_000;
/** Maximum number of parts of a selector. Longer selectors are ignored. */
const MAX_PARTS = 12;

/** Thrown if matching a book's style sheets exceeds the budget. */
export class TooMuchStyleError extends LecternError {
  constructor() {
    super('TOO_MUCH_STYLE', 'The style sheets of this book take too long to match.');
  }
}

/** Limits the number of visited nodes. */
export interface Budget {
  spend(): void;
}

export function createBudget(maxVisits = MAX_NODE_VISITS): Budget {
  let left = maxVisits;
  return {
    spend() {
      left -= 1;
      if (left < 0) throw new TooMuchStyleError();
    },
  };
}

export interface StyleSelector {
  matches(element: Element): boolean;
  /** Specificity: ids count most, then classes, attributes and pseudo-classes, then elements. */
  readonly specificity: number;
}

/** Parses a selector list. Selectors that are not supported are omitted. */
export function selectorsOf(text: string, budget: Budget): StyleSelector[] {
  return parsed(text).flatMap((parts) => {
    if (parts.length > MAX_PARTS || parts.some(isUnwanted)) return [];
    try {
      const query = compile<Node, Element>([parts.map(withoutNamespace)], optionsOf(budget));
      return [{ matches: (element: Element) => query(element), specificity: specificityOf(parts) }];
    } catch {
      return [];
    }
  });
}

function parsed(text: string): Selector[][] {
  try {
    return parse(text);
  } catch {
    return [];
  }
}

/**
 * Whether a selector with this part is not supported. Pseudo-elements are not in the tree, and `:has()` and
 * `:contains()` would search the whole tree for each element.
 */
const isUnwanted = (part: Selector): boolean =>
  part.type === SelectorType.PseudoElement ||
  (part.type === SelectorType.Pseudo && (part.name === 'has' || part.name.includes('contains')));

/**
 * Converts namespaces for documents parsed as HTML: `epub|type` becomes `epub:type`, and elements lose their prefix.
 */
function withoutNamespace(part: Selector): Selector {
  if (part.type !== SelectorType.Attribute && part.type !== SelectorType.Tag) return part;
  const { namespace, name } = part;
  const isOwn = part.type === SelectorType.Attribute && namespace !== null && namespace !== '*';
  return { ...part, namespace: null, name: isOwn ? `${namespace}:${name}` : name };
}

function specificityOf(parts: readonly Selector[]): number {
  let sum = 0;
  for (const part of parts) {
    if (part.type === SelectorType.Tag) sum += 1;
    else if (part.type === SelectorType.Attribute) sum += part.name === 'id' && part.action === 'equals' ? 10_000 : 100;
    else if (part.type === SelectorType.Pseudo) sum += 100;
  }
  return sum;
}

function optionsOf(budget: Budget): Options<Node, Element> {
  const attributeOf = (element: Element, name: string) => {
    budget.spend();
    return element.attrs.find((attr) => attr.name === name || (attr.prefix && `${attr.prefix}:${attr.name}` === name))
      ?.value;
  };
  return {
    cacheResults: false,
    adapter: {
      isTag: isElement,
      getAttributeValue: attributeOf,
      getChildren: (node) => childrenOf(node),
      getName: ({ tagName }) => tagName,
      getParent: ({ parentNode }) => {
        budget.spend();
        return parentNode && isElement(parentNode) ? parentNode : null;
      },
      getSiblings: (node) => siblingsOf(node, budget),
      getText: textOf,
      hasAttrib: (element, name) => attributeOf(element, name) !== undefined,
      removeSubsets: (nodes) => nodes,
    },
  };
}

function siblingsOf(node: Node, budget: Budget): Child[] {
  budget.spend();
  const parent = 'parentNode' in node ? node.parentNode : null;
  return parent ? childrenOf(parent) : [node as Child];
}
