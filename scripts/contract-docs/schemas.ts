import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { HelpEvent } from '#src/contract/calls/help-event.ts';
import { BookFigure, SimilarBooks } from '#src/contract/calls/living-list.ts';
import { Share, ShareTarget } from '#src/contract/calls/share.ts';
import { Suggestion } from '#src/contract/calls/suggestion.ts';
import { LockedBook, Recharge, Voucher } from '#src/contract/calls/user.ts';
import { Book, BookDetail, BookReference, Category, Cover, Edition, Reference } from '#src/contract/entities/book.ts';
import { BrandSettings, SettingsPicture } from '#src/contract/entities/brand-settings.ts';
import { Chapter, ChapterContent } from '#src/contract/entities/chapter.ts';
import { LibraryItem } from '#src/contract/entities/library.ts';
import {
  Author,
  Banner,
  CategoryEntry,
  Genre,
  Keyword,
  RankingType,
  Shelf,
  Tag,
  Target,
} from '#src/contract/entities/listing.ts';
import { Bookmark, Highlight } from '#src/contract/entities/marks.ts';
import {
  ChapterPlace,
  FurthestRead,
  HistoryEntry,
  Locator,
  Session,
  UserInfo,
} from '#src/contract/entities/visitor.ts';
import { ErrorDetail } from '#src/contract/index.ts';

export type Json = Record<string, unknown>;

/** Schemas that have a name of their own in the document. */
export const NAMED: Readonly<Record<string, v.GenericSchema>> = {
  ApiError: ErrorDetail,
  Author,
  Banner,
  Book,
  BookDetail,
  BookFigure,
  BookReference,
  Bookmark,
  BrandSettings,
  Category,
  CategoryEntry,
  Chapter,
  ChapterContent,
  ChapterPlace,
  Cover,
  Edition,
  FurthestRead,
  Genre,
  HelpEvent,
  Highlight,
  HistoryEntry,
  Keyword,
  LibraryItem,
  Locator,
  LockedBook,
  RankingType,
  Recharge,
  Reference,
  Session,
  SettingsPicture,
  Share,
  ShareTarget,
  Shelf,
  SimilarBooks,
  Suggestion,
  Tag,
  Target,
  UserInfo,
  Voucher,
};

const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'output',
  // Trimming and lower-casing do not restrict the input, and JSON Schema cannot express checks in code.
  ignoreActions: ['trim', 'to_lower_case', 'check', 'partial_check'],
  overrideAction({ valibotAction: action, jsonSchema }) {
    // Only timestamps are transformed in this way (src/contract/entities/scalars.ts).
    if (action.type === 'raw_transform') return { ...jsonSchema, format: 'date-time' };
    // JSON Schema always treats patterns as Unicode, which is the only flag that we use.
    return action.type === 'regex' && 'requirement' in action && action.requirement instanceof RegExp
      ? { ...jsonSchema, pattern: action.requirement.source }
      : null;
  },
  definitions: NAMED,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Converts a schema to JSON Schema 2020-12, with references to the schemas that have names. */
export function jsonSchema(schema: v.GenericSchema): Json {
  const { $schema: _dialect, $defs: _definitions, ...rest } = toJsonSchema(schema, config);
  return rest;
}

export function namedSchemas(): Json {
  const { definitions: _definitions, ...rest } = config;
  const schemas = toJsonSchemaDefs(NAMED, rest);
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
