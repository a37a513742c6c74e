type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Creates an element. An attribute is omitted if its value is false or undefined, and empty if it is true. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) created.setAttribute(attribute, value === true ? '' : value);
  created.append(...children);
  return created;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A decorative icon on a 24 px grid, with the same elements as src/shell/island/PathIcon.tsx. */
export function icon(data: string): Element {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }))
    svg.setAttribute(name, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', data);
  svg.append(path);
  return svg;
}
