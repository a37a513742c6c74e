import type { Vocabulary } from '../schema-org.ts';
import type { Crawl, Finding } from '../types.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * Properties that Google requires for each type, according to
 * https://developers.google.com/search/docs/appearance/structured-data/search-gallery. For Book, these are the
 * properties that Google's partner feeds require for every book and that a web page can have. One of several names
 * separated by `|` is enough.
 */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  AggregateRating: ['ratingValue', 'ratingCount|reviewCount'],
  Article: ['headline'],
  Book: ['name', 'author', 'url'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  ListItem: ['position'],
  Organization: ['name', 'url'],
  Person: ['name'],
  ProfilePage: ['mainEntity'],
  Review: ['author', 'reviewRating'],
  SearchAction: ['target', 'query-input'],
  WebSite: ['name', 'url'],
};

/** Checks that the structured data on pages is JSON-LD that schema.org defines and Google can use. */
export const checkStructuredData = ({ visited, origin }: Crawl, vocabulary: Vocabulary): Finding[] =>
  [...visited.values()].flatMap(({ path, facts }) =>
    (facts?.jsonLd ?? [])
      .flatMap((text) => problemsOf(text, vocabulary))
      .map((message) => ({ kind: 'structured-data', url: origin + path, message })),
  );

function problemsOf(text: string, vocabulary: Vocabulary): string[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return ['It is not JSON.'];
  }
  return (Array.isArray(data) ? data : [data]).flatMap((node) => {
    if (!isNode(node)) return ['It contains something other than objects.'];
    if (!/^https?:\/\/schema\.org\/?$/.test(String(node['@context']))) return ['Its @context is not schema.org.'];
    const graph = node['@graph'];
    return Array.isArray(graph)
      ? graph.filter(isNode).flatMap((part) => ofNode(part, vocabulary))
      : ofNode(node, vocabulary);
  });
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Properties that refer to another thing, which is described on its own page. */
const REFERENCES = ['isPartOf', 'hasPart', 'mainEntityOfPage'];

/** @param isWhole whether the node describes the thing completely */
function ofNode(node: Node, vocabulary: Vocabulary, isWhole = true): string[] {
  const { '@type': type } = node;
  if (type === undefined && node['@id'] !== undefined) return [];
  if (typeof type !== 'string' || !vocabulary.isType(type)) return [`schema.org has no type ${String(type)}.`];
  const entries = Object.entries(node).filter(([name]) => !name.startsWith('@'));
  return [
    ...(isWhole ? missingOf(node, type) : []),
    ...(type === 'BreadcrumbList' ? ofBreadcrumbs(node) : []),
    ...entries.flatMap(([name, value]) => ofProperty(type, name, value, vocabulary)),
  ];
}

const missingOf = (node: Node, type: string): string[] =>
  (REQUIRED[type] ?? [])
    .filter((names) => names.split('|').every((name) => isEmpty(node[name])))
    .map((names) => `${type} has no ${names.replace('|', ' or ')}.`);

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || isEmptyList(value);
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function ofProperty(type: string, name: string, value: unknown, vocabulary: Vocabulary): string[] {
  // Such properties, for example query-input, set constraints on a property of an action.
  if (/-(input|output)$/.test(name)) return vocabulary.isA(type, 'Action') ? [] : [`${type} has no property ${name}.`];
  const range = vocabulary.rangeOf(type, name);
  if (!range) return [`${type} has no property ${name}.`];
  return (Array.isArray(value) ? value : [value]).flatMap((part) => {
    if (isEmpty(part)) return [`${name} of ${type} is empty.`];
    return isNode(part) ? ofValue(type, name, part, range, vocabulary) : ofText(type, name, part, range);
  });
}

function ofValue(type: string, name: string, node: Node, range: readonly string[], vocabulary: Vocabulary): string[] {
  const value = String(node['@type']);
  const problems = ofNode(node, vocabulary, !REFERENCES.includes(name));
  const isExpected = node['@type'] === undefined || range.some((expected) => vocabulary.isA(value, expected));
  return isExpected ? problems : [...problems, `${name} of ${type} may be ${range.join(' or ')}, but is ${value}.`];
}

const NUMBERS = ['Number', 'Integer', 'Float'];

/** Accepts the URL of an object in place of the object. Numbers and dates must have a valid format. */
function ofText(type: string, name: string, value: unknown, range: readonly string[]): string[] {
  const report = (what: string) => [`${name} of ${type} is ${JSON.stringify(value)}, ${what}.`];
  const only = (names: readonly string[]) =>
    range.filter((expected) => expected !== 'IdReference').every((expected) => names.includes(expected));
  if (only(NUMBERS) && !Number.isFinite(Number(value))) return report('which is not a number');
  if (only(['URL']) && !URL.canParse(String(value))) return report('which is not an absolute URL');
  if (only(['Date', 'DateTime']) && !/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(String(value)))
    return report('which is not a date');
  return [];
}

/** Google requires positions that start at 1, a name for each breadcrumb, and a URL for each except the last one. */
function ofBreadcrumbs({ itemListElement }: Node): string[] {
  const items = Array.isArray(itemListElement) ? itemListElement.filter(isNode) : [];
  return items.flatMap((item, index) => {
    const { position, name, item: target } = item;
    const hasName = !isEmpty(name) || (isNode(target) && !isEmpty(target['name']));
    const address = isNode(target) ? target['@id'] : target;
    const isLast = index === items.length - 1;
    return [
      ...(position === index + 1
        ? []
        : [`Place ${index + 1} of the breadcrumbs has the position ${String(position)}.`]),
      ...(hasName ? [] : [`Place ${index + 1} of the breadcrumbs has no name.`]),
      ...(isLast || URL.canParse(String(address)) ? [] : [`Place ${index + 1} of the breadcrumbs has no address.`]),
    ];
  });
}
