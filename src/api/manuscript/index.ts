export { type GivenFields, isManuscript, readManuscript } from './read.ts';
