import type { AnyNode } from 'acorn';
import { full } from 'acorn-walk';

/**
 * Whether the last node of `ancestors` is a feature test, or runs only after one succeeded: `x.f?.()`, `'f' in x && …`,
 * `if (typeof F === 'function') …`, `if (!x.f) return; …`.
 * @param ancestors from the program to the node itself
 */
export function isGuarded(name: string, ancestors: readonly AnyNode[]): boolean {
  return ancestors.some((ancestor, index) => {
    const [child, isNode] = [ancestors[index + 1], index === ancestors.length - 2];
    if (child === undefined) return false;
    return (isNode && isTest(ancestor, child)) || runsAfterTest(name, ancestor, child);
  });
}

/** Whether the parent node only tests that `node` has a value. */
function isTest(parent: AnyNode, node: AnyNode): boolean {
  if (parent.type === 'UnaryExpression')
    return parent.operator === 'typeof' || (parent.operator === '!' && isMember(node));
  if (parent.type === 'CallExpression') return parent.optional && parent.callee === node;
  if (!isMember(node)) return false;
  if (parent.type === 'MemberExpression') return parent.optional && parent.object === node;
  if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') return parent.test === node;
  if (parent.type === 'LogicalExpression') return parent.left === node;
  return parent.type === 'BinaryExpression' && /^[!=]==?$|^in$/.test(parent.operator);
}

/** Reading a missing member gives undefined; reading a missing global throws. */
const isMember = (node: AnyNode) => node.type === 'MemberExpression';

function runsAfterTest(name: string, parent: AnyNode, child: AnyNode): boolean {
  switch (parent.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return (
        (child === parent.consequent && mentions(parent.test, name, false)) ||
        (child === parent.alternate && mentions(parent.test, name, true))
      );
    case 'LogicalExpression':
      return child === parent.right && mentions(parent.left, name, parent.operator !== '&&');
    case 'Program':
    case 'BlockStatement': {
      const index = (parent.body as AnyNode[]).indexOf(child);
      return (parent.body as AnyNode[]).slice(0, index).some((statement) => endsWithout(statement, name));
    }
    default:
      return false;
  }
}

/** Whether the statement is of the form `if (!feature) return;`. */
function endsWithout(statement: AnyNode, name: string): boolean {
  if (statement.type !== 'IfStatement' || !mentions(statement.test, name, true)) return false;
  const { consequent } = statement;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
}

/**
 * Whether a condition tests for a name or, with `negated`, for its absence. Comparisons such as `typeof F ===
 * 'undefined'` count as either, because minifiers swap the branches.
 */
function mentions(test: AnyNode, name: string, negated: boolean): boolean {
  if (test.type === 'UnaryExpression' && test.operator === '!') return mentions(test.argument, name, !negated);
  if (test.type === 'LogicalExpression')
    return mentions(test.left, name, negated) || mentions(test.right, name, negated);
  if (negated && test.type !== 'BinaryExpression') return false;
  if (negated && test.type === 'BinaryExpression' && test.operator === 'in') return false;
  let isNamed = false;
  full(test, (node) => {
    if (nameIn(node) === name) isNamed = true;
  });
  return isNamed;
}

/** The feature name in a literal, identifier or member expression, if any. */
function nameIn(node: AnyNode): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'Identifier':
      return node.name;
    case 'TemplateLiteral':
      return node.quasis.length === 1 ? node.quasis[0]?.value.cooked : undefined;
    case 'MemberExpression': {
      const { property } = node;
      return property.type === 'PrivateIdentifier' ? property.name : nameIn(property);
    }
    default:
      return undefined;
  }
}
