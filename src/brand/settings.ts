import * as v from 'valibot';
import { SETTING_FIELDS, SETTING_PICTURES, type SettingPicture } from '#src/contract/entities/brand-settings.ts';
import type { BrandPicture } from './brand-picture.ts';
import { typeProblem } from './check/data.ts';
import type { Brand } from './registry.ts';
import { BrandData } from './schema.ts';

export interface SettingsPicture {
  readonly extension: string;
  /** The file in Base64. */
  readonly content: string;
}

/** Values that replace those of a brand's folder. They may be invalid until `withSettings` has accepted them. */
export interface BrandSettings {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly pictures: Readonly<Partial<Record<SettingPicture, SettingsPicture | undefined>>>;
}

export interface SettingProblem {
  readonly field: string;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

/**
 * Replaces fields and pictures of a brand, and checks the result by the rules of `brand.ts`. A single wrong value
 * rejects all settings, because values depend on each other: a header colour is only readable on its header.
 * @returns the brand unchanged if there are problems
 */
export async function withSettings(
  brand: Brand,
  { fields, pictures }: BrandSettings,
): Promise<{ readonly brand: Brand; readonly problems: readonly SettingProblem[] }> {
  const { folder, siblings, files: _, ...data } = brand;
  const checked = v.safeParse(BrandData, { ...data, ...fields });
  const problems = [
    ...Object.keys(fields).filter(isFolderField).map(folderField),
    ...(checked.issues ?? []).map(problemOf),
  ];
  const files: Record<string, BrandPicture> = {};
  for (const field of SETTING_PICTURES) {
    const picture = pictures[field];
    if (!picture) continue;
    const content = Buffer.from(picture.content, 'base64');
    // Imported here, because the site bundle includes this module but does not check pictures.
    const { checkContent } = await import('./check/picture.ts');
    problems.push(
      ...(await checkContent(content, picture.extension, field)).map(({ message }) => ({ field, message })),
    );
    files[field] = { name: `${FILE_NAMES[field]}.${picture.extension}`, content };
  }
  if (problems.length > 0 || !checked.success) return { brand, problems };
  return { brand: { ...checked.output, folder, ...(siblings && { siblings }), files }, problems };
}

const isFolderField = (name: string) => !SETTING_FIELDS.some((field) => field === name);
const folderField = (field: string): SettingProblem => ({ field, message: 'can only be set in brand.ts.' });

const FILE_NAMES: Readonly<Record<SettingPicture, string>> = {
  logo: 'logo',
  icon: 'icon',
  headerBg: 'header',
  bookSourceImg: 'cover',
};

/** @returns the path of a nested value as well, such as `taglines.es` */
function problemOf(issue: v.BaseIssue<unknown>): SettingProblem {
  const field = v.getDotPath(issue) ?? '';
  if (!issue.message.startsWith('Invalid')) return { field, message: issue.message };
  if (/length$/.test(issue.type)) return { field, message: `must be ${lengthText(issue)} long` };
  return { field, message: typeProblem(issue) };
}

const lengthText = ({ type, expected }: v.BaseIssue<unknown>) =>
  `${type === 'min_length' ? 'at least' : 'at most'} ${String(expected).replace(/\D/g, '')} characters`;
