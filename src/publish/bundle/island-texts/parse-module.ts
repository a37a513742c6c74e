import { parseSync } from 'vite';

/** A top-level statement of a module, reduced to what matters for texts. */
export interface Statement {
  /** Names that the statement declares. */
  readonly names: readonly string[];
  /** Identifiers in the statement, in values and types. */
  readonly references: ReadonlySet<string>;
  /** Modules that the statement loads with `import()`. */
  readonly dynamicImports: readonly string[];
  /** String literals and templates that may be text keys. */
  readonly literals: readonly Literal[];
  /** Area names in `Island<'area'>`, `AreaT<'area'>` and `useIsland<'area'>`. */
  readonly areas: readonly string[];
  /** Whether the statement is an interface or a type. */
  readonly isType: boolean;
  /** Whether the statement has effects when the module loads and declares nothing. */
  readonly isEffect: boolean;
}

export interface Literal {
  /** The fixed parts between placeholders; a literal without placeholders has one part. */
  readonly parts: readonly string[];
  /** Whether it is the argument of `t`, or a branch of a conditional argument. */
  readonly isArgument: boolean;
  /** Offset of the literal in the code. */
  readonly start: number;
}

/** A name imported from another module. `*` stands for all exports. */
export interface Binding {
  readonly from: string;
  readonly name: string;
  readonly isType: boolean;
}

export interface ParsedModule {
  readonly statements: readonly Statement[];
  readonly imports: ReadonlyMap<string, Binding>;
  /** The module's exports: local names by exported name. */
  readonly exports: ReadonlyMap<string, string>;
  readonly reexports: ReadonlyMap<string, Binding>;
  /** Modules in `export * from`, and in imports without names. */
  readonly whole: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** @throws {Error} if the file is not valid TypeScript */
export function parseModule(file: string, code: string): ParsedModule {
  const { program, module, errors } = parseSync(file, code, { sourceType: 'module' });
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const imports = new Map<string, Binding>();
  const whole: string[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) whole.push(moduleRequest.value);
    for (const { importName, localName, isType } of entries)
      imports.set(localName.value, { from: moduleRequest.value, name: nameOf(importName), isType });
  }
  const exports = new Map<string, string>();
  const reexports = new Map<string, Binding>();
  for (const { exportName, importName, localName, moduleRequest, isType } of module.staticExports.flatMap(
    (statement) => statement.entries,
  )) {
    const name = exportName.name ?? 'default';
    if (moduleRequest === null) exports.set(name, localName.name ?? 'default');
    else if (exportName.kind === 'None') whole.push(moduleRequest.value);
    else reexports.set(name, { from: moduleRequest.value, name: nameOf(importName), isType });
  }
  const body: readonly unknown[] = program.body;
  const statements = body
    .filter(isNode)
    .filter(({ type }) => type !== 'ImportDeclaration' && type !== 'ExportAllDeclaration')
    .map(readStatement);
  return { statements, imports, exports, reexports, whole };
}

const nameOf = ({ kind, name }: { kind: string; name?: string | null }) =>
  kind === 'Name' ? (name ?? '*') : kind === 'Default' ? 'default' : '*';

const TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);
const TEXT_TYPES = new Set(['Island', 'AreaT', 'useIsland']);

function readStatement(statement: Node): Statement {
  const declaration = (statement['declaration'] ?? statement) as Node;
  const references = new Set<string>();
  const dynamicImports: string[] = [];
  const literals: Literal[] = [];
  const areas: string[] = [];
  const visit = (node: Node, purpose: Purpose): void => {
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        references.add(node['name'] as string);
        break;
      case 'Literal':
      case 'TemplateLiteral': {
        const parts = partsOf(node);
        if (parts && purpose !== 'none')
          literals.push({ parts, isArgument: purpose === 'argument', start: node.start });
        break;
      }
      case 'ImportExpression': {
        const source = partsOf(node['source'] as Node);
        if (source?.length === 1 && source[0] !== undefined) dynamicImports.push(source[0]);
        return;
      }
      case 'TSTypeReference':
      case 'CallExpression': {
        const name = ((node['typeName'] ?? node['callee']) as Node)['name'];
        const [area] = (node['typeArguments'] as { params?: Node[] } | null)?.params ?? [];
        const literal = (area?.['literal'] as Node | undefined)?.['value'];
        if (TEXT_TYPES.has(name as string) && typeof literal === 'string') areas.push(literal);
        break;
      }
    }
    for (const [key, child] of childrenOf(node)) visit(child, purposeOf(node, key, child, purpose));
  };
  visit(statement, 'value');
  return {
    names: declaredNames(declaration),
    references,
    dynamicImports,
    literals,
    areas,
    isType: TYPES.has(declaration.type),
    isEffect: statement.type === 'ExpressionStatement' || !/Declaration$/.test(declaration.type),
  };
}

/** Fixed parts of a string literal or template. */
function partsOf(node: Node): string[] | undefined {
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  return node.type === 'Literal' && typeof node['value'] === 'string' ? [node['value']] : undefined;
}

/** The role of a literal: argument of `t` (or a branch of it), another value, or something that cannot be a key. */
type Purpose = 'argument' | 'value' | 'none';

/** Attributes and options with string values that are never text keys. */
const OTHER_ATTRIBUTES = new Set(['autoComplete', 'className', 'id', 'name', 'type']);
const INTL_OPTIONS = new Set(['dateStyle', 'timeStyle', 'numeric']);

function purposeOf(node: Node, key: string, child: Node, purpose: Purpose): Purpose {
  switch (node.type) {
    case 'CallExpression':
      if (isT(node['callee'] as Node)) return child === (node['arguments'] as Node[])[0] ? 'argument' : 'value';
      return purpose === 'none' ? 'none' : 'value';
    case 'ConditionalExpression':
      return key === 'test' ? 'value' : purpose;
    case 'LogicalExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return key === 'typeAnnotation' ? 'none' : purpose;
    case 'BinaryExpression':
      return 'none';
    case 'SwitchCase':
      return key === 'test' ? 'none' : purpose;
    case 'JSXOpeningElement':
      return isHtml(node) ? 'none' : 'value';
    case 'JSXAttribute':
      return OTHER_ATTRIBUTES.has(wordOf(node)) ? 'none' : purposeInside(purpose);
    case 'Property':
      return INTL_OPTIONS.has(wordOf(node)) ? 'none' : purposeInside(purpose);
    default:
      return node.type.startsWith('TS') ? 'none' : purposeInside(purpose);
  }
}

const purposeInside = (purpose: Purpose): Purpose => (purpose === 'argument' ? 'value' : purpose);
const isHtml = (element: Node) => /^[a-z]/.test(String((element['name'] as Node)['name']));
const wordOf = (node: Node) => String(((node['name'] ?? node['key']) as Node)['name']);
const isT = ({ name, property }: Node) => name === 't' || (property as Node | undefined)?.['name'] === 't';

/** Property names and object keys are not references. */
function childrenOf(node: Node): [key: string, child: Node][] {
  const skipped = node['computed'] === true ? '' : node.type === 'MemberExpression' ? 'property' : 'key';
  return Object.entries(node)
    .filter(([key]) => key !== skipped || node['shorthand'] === true)
    .flatMap(([key, value]) =>
      [value]
        .flat()
        .filter(isNode)
        .map((child): [string, Node] => [key, child]),
    );
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function declaredNames(node: Node): string[] {
  const targets =
    node.type === 'VariableDeclaration' ? (node['declarations'] as Node[]).map(({ id }) => id) : [node['id']];
  return targets.flatMap(patternNames);
}

function patternNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [pattern['name'] as string];
  const parts = (pattern['properties'] ?? pattern['elements']) as (Node | null)[] | undefined;
  return (parts ?? []).flatMap((part) => patternNames(part?.['value'] ?? part?.['argument'] ?? part));
}
