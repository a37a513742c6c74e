import * as v from 'valibot';
import { HomeOrder, Menu } from '#src/brand/navigation.ts';
import { BrandPages } from '#src/brand/pages.ts';
import { LecternError } from '#src/lib/errors.ts';
import { isCount, isLine, isMoment } from './page-records.ts';
import { isReleaseName } from './release-folders.ts';
import type { ReleaseInfo } from './types.ts';

const MAX_POLICY_CHARACTERS = 8192;
const MAX_TEXT_CHARACTERS = 10_000;

const name = v.custom<string>(
  (value) => typeof value === 'string' && isReleaseName(value),
  'must consist of letters, digits and hyphens',
);
const count = v.custom<number>((value) => isCount(value), 'must be a count');
const line = v.custom<string>((value) => isLine(value, MAX_TEXT_CHARACTERS), 'must be a single line');
/** A content security policy. It must be a valid value of a response header. */
const policy = v.custom<string>(
  (value) => typeof value === 'string' && value.length <= MAX_POLICY_CHARACTERS && /^[\x20-\x7e]*$/.test(value),
  'must be a valid header value',
);

/** An address of a file of the brand, which pages load. */
const brandFile = v.pipe(v.string(), v.regex(/^\/_brand\/[\w.@-]+$/, 'must be the address of a brand file'));
const texts = v.record(line, line);
/** Texts by language and key. */
const textsByLanguage = v.record(line, texts);

/** Values that replace those of the brand on its pages. */
const Settings = v.strictObject({
  appName: v.optional(line),
  tagline: v.optional(line),
  taglines: v.optional(texts),
  seoTexts: v.optional(textsByLanguage),
  texts: v.optional(textsByLanguage),
  menu: v.optional(Menu),
  homeOrder: v.optional(HomeOrder),
  pages: v.optional(BrandPages),
  supportEmail: v.optional(line),
  announcement: v.optional(v.strictObject({ texts, link: v.optional(line) })),
  themeHex: v.optional(v.strictObject({ day: line, night: line })),
  logo: v.optional(brandFile),
  logoWidth: v.optional(count),
  icon: v.optional(brandFile),
  touchIcon: v.optional(brandFile),
  headerBg: v.optional(brandFile),
  bookSourceImg: v.optional(brandFile),
  css: v.optional(brandFile),
  manifest: v.optional(brandFile),
  sharePicture: v.optional(brandFile),
});

/** Keeps unknown members and the order of members, so that the stored file stays the same. */
const Info = v.looseObject({
  id: name,
  brand: name,
  previous: v.optional(v.nullable(name)),
  created: v.custom<string>(isMoment, 'must be a timestamp'),
  bundle: v.looseObject({ id: name, csp: policy, code: v.optional(v.record(line, line)) }),
  pages: count,
  bytes: count,
  accepted: v.optional(v.looseObject({ reason: v.string(), findings: v.array(v.string()) })),
  settings: v.optional(Settings),
  losses: v.optional(v.array(v.looseObject({ call: line, items: count, named: v.array(v.string()) }))),
});

/** @throws LecternError if `info` is not a valid `release.json` for this release */
export function checkedReleaseInfo(info: unknown, { id, brand }: Pick<ReleaseInfo, 'id' | 'brand'>): ReleaseInfo {
  const checked = v.safeParse(Info, info);
  const problem = checked.success ? otherRelease(checked.output, id, brand) : problemOf(checked.issues[0]);
  if (problem === undefined) return info as ReleaseInfo;
  throw new LecternError('DAMAGED', `release.json of the release ${id} of ${brand} cannot be used: ${problem}.`);
}

const problemOf = (issue: v.BaseIssue<unknown>) => `${v.getDotPath(issue) ?? 'it'} ${issue.message}`;

function otherRelease(info: { id: string; brand: string }, id: string, brand: string): string | undefined {
  if (info.brand !== brand) return `it belongs to the brand ${info.brand}`;
  return info.id === id ? undefined : `it belongs to the release ${info.id}`;
}
