import sax from 'sax';

/** Properties of a run that become elements or hide its text. */
export const RUN_PROPERTIES = ['w:i', 'w:b', 'w:smallCaps', 'w:caps', 'w:strike', 'w:vanish', 'w:u', 'w:vertAlign'];

/** A style of a Word document, with the properties of the styles that it is based on. */
export interface DocxStyle {
  readonly name: string;
  /** Level in the outline: 0 for chapters, 9 for ordinary text. */
  readonly outline?: number | undefined;
  readonly alignment?: string | undefined;
  /** Indent in twips. */
  readonly indent?: string | undefined;
  readonly numbering?: { readonly id: string; readonly level: number } | undefined;
  /** Properties of the text, with their value. */
  readonly run: ReadonlyMap<string, string>;
}

interface RawStyle {
  name: string;
  parent: string;
  isDefault: boolean;
  outline?: number;
  alignment?: string;
  indent?: string;
  numberingId?: string;
  numberingLevel?: number;
  run: Map<string, string>;
}

export type Attributes = Readonly<Record<string, string>>;

export const isOn = (value: string | undefined): boolean => !/^(?:0|false|off|none|baseline)$/.test(value ?? '');

/** Reads `word/styles.xml`. The default paragraph style has no properties. @throws Error if it is not well-formed */
export function readDocxStyles(xml: string): ReadonlyMap<string, DocxStyle> {
  const raw = new Map<string, RawStyle>();
  const parser = new sax.SAXParser(true, {});
  let style: RawStyle | undefined;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const values = attributes as Attributes;
    if (name === 'w:style') {
      const isDefault = values['w:default'] !== undefined && isOn(values['w:default']);
      style = { name: '', parent: '', isDefault, run: new Map() };
      raw.set(values['w:styleId'] ?? '', style);
    } else if (style) readProperty(style, name, values);
  };
  parser.onclosetag = (name) => {
    if (name === 'w:style') style = undefined;
  };
  parser.write(xml).close();
  return new Map([...raw.keys()].map((id) => [id, resolved(id, raw)]));
}

function readProperty(style: RawStyle, name: string, attributes: Attributes): void {
  const value = attributes['w:val'] ?? '';
  if (name === 'w:name') style.name = value;
  if (name === 'w:basedOn') style.parent = value;
  if (name === 'w:outlineLvl') style.outline = Number(value);
  if (name === 'w:jc') style.alignment = value;
  if (name === 'w:ind') style.indent = attributes['w:start'] ?? attributes['w:left'] ?? '';
  if (name === 'w:numId') style.numberingId = value;
  if (name === 'w:ilvl') style.numberingLevel = Number(value);
  if (name === 'w:dstrike') style.run.set('w:strike', value);
  if (RUN_PROPERTIES.includes(name)) style.run.set(name, value);
}

function resolved(id: string, raw: ReadonlyMap<string, RawStyle>): DocxStyle {
  const chain: RawStyle[] = [];
  for (let style = raw.get(id); style && !style.isDefault && !chain.includes(style); style = raw.get(style.parent))
    chain.push(style);
  const own = <Key extends keyof RawStyle>(key: Key) =>
    chain.map((style) => style[key]).find((one) => one !== undefined);
  const numberingId = own('numberingId');
  return {
    name: raw.get(id)?.name ?? '',
    outline: own('outline'),
    alignment: own('alignment'),
    indent: own('indent') || undefined,
    numbering: numberingId === undefined ? undefined : { id: numberingId, level: own('numberingLevel') ?? 0 },
    run: new Map(chain.toReversed().flatMap(({ run }) => [...run])),
  };
}
