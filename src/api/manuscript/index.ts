export { isDocument, readDocument } from './document.ts';
export { type GivenFields, isManuscript, readManuscript } from './read.ts';
export { type Doubt, refuseIfAsked } from './types.ts';
