import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Binding, type ParsedModule, parseModule, type Statement } from './parse-module.ts';

/** A statement that an island may run. */
interface ReachedStatement {
  readonly file: string;
  readonly statement: Statement;
}

/** Returns the parsed module of a file. */
export type ParseFile = (file: string) => ParsedModule;

/** Returns a parser that parses each file once. Call `forget` when a file has changed. */
export function createFileParser(): { parse: ParseFile; forget(file: string): void } {
  const modules = new Map<string, ParsedModule>();
  const parse = (file: string) => {
    const cached = modules.get(file);
    if (cached) return cached;
    const parsed = parseModule(file, readFileSync(file, 'utf8'));
    modules.set(file, parsed);
    return parsed;
  };
  return { parse, forget: (file) => void modules.delete(file) };
}

/** Follows imports from statement to statement. In imported modules, ignores statements that are not used. */
export class ModuleWalk {
  readonly reached: ReachedStatement[] = [];
  readonly files = new Set<string>();
  readonly #root: string;
  readonly #parse: ParseFile;
  readonly #seen = new Set<Statement | string>();

  constructor(root: string, parse: ParseFile) {
    this.#root = root;
    this.#parse = parse;
  }

  /** @param name name of an export; `*` for all exports */
  reach(file: string, name: string): void {
    if (!this.#isNew(`${name} ${file}`)) return;
    const module = this.#module(file);
    for (const statement of module.statements) if (statement.isEffect) this.#reachStatement(file, statement);
    if (name === '*') {
      for (const exported of [...module.exports.keys(), ...module.reexports.keys()]) this.reach(file, exported);
      for (const from of module.whole) this.#follow(file, { from, name, isType: false });
      return;
    }
    const again = module.reexports.get(name);
    const local = module.exports.get(name);
    if (again) this.#follow(file, again);
    else if (local !== undefined) this.#reachLocal(file, local);
    else for (const from of module.whole) this.#follow(file, { from, name, isType: false });
  }

  /**
   * Returns the areas of the function `t` that a statement uses, read from its types and the types they refer to, in
   * order of appearance.
   */
  areasOf({ file, statement }: ReachedStatement, visited = new Set<Statement>()): Set<string> {
    const areas = new Set(statement.areas);
    visited.add(statement);
    for (const name of statement.references)
      for (const declared of this.#declarationsOf(file, name, false)) {
        if (!declared.statement.isType || visited.has(declared.statement)) continue;
        for (const area of this.areasOf(declared, visited)) areas.add(area);
      }
    return areas;
  }

  #declarationsOf(file: string, name: string, isExport: boolean): ReachedStatement[] {
    const module = this.#module(file);
    const binding = isExport ? module.reexports.get(name) : module.imports.get(name);
    if (binding) {
      const target = this.#resolve(file, binding.from);
      return target === undefined ? [] : this.#declarationsOf(target, binding.name, true);
    }
    const local = isExport ? module.exports.get(name) : name;
    return module.statements
      .filter(({ names }) => local !== undefined && names.includes(local))
      .map((statement) => ({ file, statement }));
  }

  #reachLocal(file: string, name: string): void {
    const { statements, imports } = this.#module(file);
    for (const statement of statements) if (statement.names.includes(name)) this.#reachStatement(file, statement);
    const imported = imports.get(name);
    if (imported) this.#follow(file, imported);
  }

  #reachStatement(file: string, statement: Statement): void {
    if (statement.isType || !this.#isNew(statement)) return;
    this.reached.push({ file, statement });
    for (const name of statement.references) this.#reachLocal(file, name);
    for (const from of statement.dynamicImports) this.#follow(file, { from, name: '*', isType: false });
  }

  #follow(file: string, { from, name, isType }: Binding): void {
    const target = this.#resolve(file, from);
    if (target !== undefined && !isType) this.reach(target, name);
  }

  /** Only features and the shell have islands. */
  #resolve(file: string, from: string): string | undefined {
    if (!/^(?:\.\.?|#src)\/.*\.tsx?$/.test(from)) return undefined;
    const path = from.startsWith('#') ? join(this.#root, from.slice(1)) : join(dirname(file), from);
    return ['features', 'shell'].some((part) => path.startsWith(join(this.#root, 'src', part))) ? path : undefined;
  }

  #module(file: string): ParsedModule {
    this.files.add(file);
    return this.#parse(file);
  }

  #isNew(item: Statement | string): boolean {
    if (this.#seen.has(item)) return false;
    this.#seen.add(item);
    return true;
  }
}
