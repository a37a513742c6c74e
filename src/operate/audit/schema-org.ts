import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ts from 'typescript';

/** The types and properties of schema.org. */
export interface Vocabulary {
  isType(name: string): boolean;
  /** Whether the type `name` is `of`, or a subtype of it. */
  isA(name: string, of: string): boolean;
  /** The types of a property's values; undefined if the type has no such property. */
  rangeOf(type: string, property: string): readonly string[] | undefined;
}

/** Declarations that the package schema-dts generates from schema.org's own definitions. */
interface Declarations {
  /** The parents of each interface, and the value types of each of its properties. */
  readonly interfaces: Map<string, { parents: readonly string[]; properties: Map<string, readonly string[]> }>;
  /** The subtypes of each type: the names in its union. */
  readonly unions: Map<string, readonly string[]>;
}

let vocabulary: Vocabulary | undefined;

/** Returns the vocabulary, which is read only once. */
export function schemaOrg(): Vocabulary {
  vocabulary ??= readVocabulary();
  return vocabulary;
}

/** Reads the vocabulary from the declarations of schema-dts, because its types do not exist at run time. */
function readVocabulary(): Vocabulary {
  const file = createRequire(import.meta.url)
    .resolve('schema-dts')
    .replace(/\.js$/, '.d.ts');
  const { interfaces, unions } = readDeclarations(readFileSync(file, 'utf8'));
  const isA = (name: string, of: string): boolean =>
    name === of || (unions.get(of) ?? []).some((part) => part !== of && unions.has(part) && isA(name, part));
  const rangeIn = (name: string, property: string): readonly string[] | undefined => {
    const declaration = interfaces.get(name);
    if (!declaration) return undefined;
    const own = declaration.properties.get(property);
    if (own) return own;
    for (const parent of declaration.parents) {
      const range = rangeIn(parent, property);
      if (range) return range;
    }
    return undefined;
  };
  return {
    isType: (name) => unions.has(name) && !name.endsWith('Leaf'),
    isA,
    rangeOf: (type, property) => rangeIn(`${type}Leaf`, property),
  };
}

function readDeclarations(text: string): Declarations {
  const declarations: Declarations = { interfaces: new Map(), unions: new Map() };
  for (const node of ts.createSourceFile('schema.d.ts', text, ts.ScriptTarget.Latest).statements) {
    if (ts.isInterfaceDeclaration(node)) {
      const parents = (node.heritageClauses ?? []).flatMap(({ types }) =>
        types.flatMap(({ expression }) => (ts.isIdentifier(expression) ? [expression.text] : [])),
      );
      declarations.interfaces.set(node.name.text, { parents, properties: propertiesOf(node) });
    } else if (ts.isTypeAliasDeclaration(node)) declarations.unions.set(node.name.text, namesIn(node.type));
  }
  return declarations;
}

const propertiesOf = (node: ts.InterfaceDeclaration) =>
  new Map(
    node.members.flatMap((member) => {
      if (!ts.isPropertySignature(member) || !ts.isStringLiteral(member.name) || !member.type) return [];
      // The type is `SchemaValue<value types, property name>`.
      const value = ts.isTypeReferenceNode(member.type) ? member.type.typeArguments?.[0] : undefined;
      return [[member.name.text, value ? namesIn(value) : []] as const];
    }),
  );

function namesIn(type: ts.TypeNode): readonly string[] {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(namesIn);
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? [type.typeName.text] : [];
}
