/** A prop of an island as Astro serialises it: 0 for a plain value or an object of serialised values. */
type Serialised = readonly [type: number, value: unknown];

const isObject = (value: unknown): value is Readonly<Record<string, Serialised>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unwrap = ([, value]: Serialised): unknown => (isObject(value) ? unwrapAll(value) : value);

const unwrapAll = (values: Readonly<Record<string, Serialised>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, unwrap(value)]));

/**
 * The props of an island, for scripts that work before React has loaded. Supports texts,
 * numbers, booleans and objects of them.
 * @param component name of the island's component
 * @returns the props and the island's element; undefined if the page does not have the island
 */
export function islandProps<P>(component: string): { readonly element: HTMLElement; readonly props: P } | undefined {
  const element = document.querySelector<HTMLElement>(`astro-island[component-url*="${component}"]`);
  return element ? { element, props: unwrapAll(JSON.parse(element.getAttribute('props') ?? '{}')) as P } : undefined;
}
