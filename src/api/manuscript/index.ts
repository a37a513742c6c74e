export { isDocument, parseDocument, readDocument } from './document.ts';
export type { Manuscript } from './manuscript.ts';
export { joinPictures, leftOutPictures, type Pictures } from './pictures.ts';
export { bookOf, type FieldOverrides, isManuscript, parseText, plainText, readManuscript, splitPage } from './read.ts';
export type { SplitText, Stretch } from './split.ts';
export { type Doubt, type LeftOut, leftOut, lossWarnings, ManuscriptError, rejectOpenQuestion } from './types.ts';
