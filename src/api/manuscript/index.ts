export { isDocument, readDocument } from './document.ts';
export { type FieldOverrides, isManuscript, readManuscript } from './read.ts';
export { type Doubt, rejectOpenQuestion } from './types.ts';
