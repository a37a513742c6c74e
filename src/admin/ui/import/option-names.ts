/** Options of `npm run import` that occur in server messages, each with the name of the corresponding field. */
const FIELDS: Readonly<Record<string, string>> = {
  '--chapter-pattern': '“Chapter pattern”',
  '--encoding': '“Name of the encoding”',
  '--language': '“Language”',
  '--title': '“Title”',
  '--author': '“Author”',
};

/** Replaces command-line options in a server message with the names of the fields on the screen. */
export const withFieldNames = (message: string): string =>
  message.replaceAll(/--[a-z-]+/g, (option) => FIELDS[option] ?? option);
