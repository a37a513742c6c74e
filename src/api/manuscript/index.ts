export { isDocument, readDocument } from './document.ts';
export { type GivenFields, isManuscript, readManuscript } from './read.ts';
export { type Doubt, rejectOpenQuestion } from './types.ts';
