import { defineCommand } from '#src/lib/cli.ts';
import { runContent } from './content.ts';
import { CONTENT_SWITCHES } from './content-options.ts';

export const command = defineCommand({
  help: `Shows and changes the books of the embedded API's store (docs/operate/content.md).

npm run content -- list [TEXT]           lists books whose title or author contains the text
npm run content -- show ID               shows all fields, the state and the chapters of a book
npm run content -- editions ID           lists the other editions of its work, and books that seem to be editions of it
npm run content -- log [ID]              shows who changed what, newest first; of one book or of all
npm run content -- edit ID FIELDS        changes the given fields
npm run content -- publish ID            publishes the book
npm run content -- unpublish ID          makes the book a draft, which is hidden
npm run content -- schedule ID --at T    publishes it at that time, such as 2026-12-01T18:00:00+01:00
npm run content -- takedown ID           removes it everywhere at once: API, live sites, kept releases, pictures; its addresses answer 410
npm run content -- allow ID              allows a book that was taken down to be imported again, under a new id
npm run content -- delete ID             removes the book; after the next rebuild its pages answer 410

FIELDS: --title, --author, --introduction, --category, --sub-category, --status finished|updating, --genres A,B,
  --tags A,B, --keywords A,B, --language TAG, --rating N, --hot N, --brands A,B|all,
  --work NAME, --alternative-titles A,B, --original-title, --original-author, --original-language TAG. An empty text clears an optional field.
  --language also moves the book to the section of the language, such as 9 for es and es-MX.

  --chapter N  publishes, hides or schedules only this chapter; "show" lists the ids
  --reason T   with takedown: the law or demand, at most 2,000 characters; its addresses then answer 451
  --live       publishes the change to the live sites at once
  --dry-run    changes nothing, and lists the pages of each live site that the next rebuild would change
  --limit N    lists at most N books or log entries (50)
  --json       prints the result as JSON

Exit codes: 0 done or nothing to change, 1 unexpected error, 2 usage error, such as an unknown id.`,
  options: CONTENT_SWITCHES,
  positionals: true,
  run: (switches, positionals) => runContent(positionals, switches),
});
