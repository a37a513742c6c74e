import ts from 'typescript';

/** One import of a file: a declaration, a re-export, import(), or import.meta.glob (specifier `import.meta.glob`). */
export interface Import {
  readonly specifier: string;
  /** From 1. */
  readonly line: number;
  /** Whether nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/** @param path decides the syntax: .astro files have their frontmatter and module scripts read */
export function importsOf(path: string, text: string): Import[] {
  const code = path.endsWith('.astro') ? codeOfAstro(text) : text;
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, kind);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const hit = importAt(node);
    if (hit) found.push({ ...hit, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function importAt(node: ts.Node): Omit<Import, 'line'> | undefined {
  if (ts.isImportDeclaration(node)) return literal(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
  if (ts.isExportDeclaration(node)) return literal(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node))
    return literal(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
  if (!ts.isCallExpression(node)) return undefined;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return literal(node.arguments[0], false);
  return isGlob(node.expression) ? { specifier: 'import.meta.glob', typeOnly: false } : undefined;
}

function literal(node: ts.Node | undefined, typeOnly: boolean): Omit<Import, 'line'> | undefined {
  return node && ts.isStringLiteralLike(node) ? { specifier: node.text, typeOnly } : undefined;
}

function isGlob(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'glob' && ts.isMetaProperty(node.expression);
}

/** The TypeScript of an .astro file on its own lines, all else blank. */
function codeOfAstro(text: string): string {
  const parts = [/^\s*---\n([\s\S]*?)\n---/g, /<script(?![^>]*\bis:inline)[^>]*>([\s\S]*?)<\/script>/g];
  const kept = parts.flatMap((part) =>
    [...text.matchAll(part)].map((match) => {
      const code = match[1] ?? '';
      const start = match.index + match[0].lastIndexOf(code);
      return [start, start + code.length] as const;
    }),
  );
  return text.replace(/[^\n]/g, (character, at: number) =>
    kept.some(([start, end]) => at >= start && at < end) ? character : ' ',
  );
}
