import type * as v from 'valibot';

/** A field of a response: its path, with `*` for any array index. */
export interface Field {
  readonly path: readonly string[];
  readonly optional: boolean;
}

interface Node {
  readonly type: string;
  readonly entries?: Record<string, Node>;
  readonly item?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly Node[];
}

/** Lists every field within a schema, including the fields of all variants. */
export function fieldsOf(schema: v.GenericSchema, path: readonly string[] = []): Field[] {
  const all = walk(schema as Node, path);
  return [...new Map(all.map((field) => [field.path.join('.'), field])).values()];
}

function walk(node: Node, path: readonly string[]): Field[] {
  if (node.wrapped) return walk(node.wrapped, path);
  if (node.item) return walk(node.item, [...path, '*']);
  if (node.type === 'variant') return (node.options ?? []).flatMap((option) => walk(option, path));
  return Object.entries(node.entries ?? {}).flatMap(([name, child]) => {
    const own = [...path, name];
    return [{ path: own, optional: child.type === 'optional' }, ...walk(child, own)];
  });
}

/**
 * Breaks the first field in a JSON value that matches the path.
 * @returns whether a field matched
 */
export function breakField(value: unknown, path: readonly string[], how: 'missing' | 'wrong'): boolean {
  const [name, ...rest] = path;
  if (typeof value !== 'object' || value === null || name === undefined) return false;
  if (Array.isArray(value)) return value.some((item) => breakField(item, name === '*' ? rest : path, how));
  if (rest.length > 0) return name in value && breakField(Reflect.get(value, name), rest, how);
  if (!(name in value)) return false;
  if (how === 'missing') return Reflect.deleteProperty(value, name);
  return Reflect.set(value, name, typeof Reflect.get(value, name) === 'boolean' ? 'yes' : true);
}
