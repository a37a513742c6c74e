import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '#src/lib/errors.ts';
import { html, publish, testBrand } from '../../../tests/helpers/published-brand.ts';
import { startServer } from '../../../tests/helpers/running-server.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createTimes, createVerdicts, p99 } from '../figures.ts';
import { after, steadily } from '../load.ts';
import type { Part } from '../part.ts';

const PAGES = ['/', '/genres', '/tags', '/history', '/login', '/keywords'];
const PER_SECOND = 200;
const QUICK_PER_SECOND = 60;
const PAUSE_MS = 20;
const LIMIT_MS = 250;
/** Maximum time until a release is visible, in ms. Servers check for a new release once a second. */
const VISIBLE_LIMIT_MS = 5000;

/** Returns the content of a release. Each release has different pages, which load a different browser file. */
const night = (number: number) => ({
  pages: Object.fromEntries(
    PAGES.map((path) => [
      path,
      html(`night ${number} of ${path}`).replace('<p>', `<script src="${fileOf(number)}"></script><p>`),
    ]),
  ),
  assets: { [fileOf(number)]: `night(${number})` },
});
/** The error message, if there was no response; otherwise empty. */
const brief = ({ status, text }: { status: number; text: string }) => (status === 0 ? text : '');
const fileOf = (number: number | string) => `/_astro/night.${number}.js`;

/**
 * Publishes repeatedly under load. Every page must be complete, come from a single release, and load only files that
 * exist.
 */
export const publishPart: Part = {
  name: 'publish',
  about: 'publishes under 200 requests per second: only 200 responses, no page refers to a missing file',
  unit: 'times',
  full: 100,
  quick: 4,
  async run({ size, slack }) {
    const server = await startServer([testBrand('ash')]);
    const verdicts = createVerdicts();
    const [pages, files] = [createTimes(), createTimes()];
    const nights = new Set<string>();
    const plain = { headers: { 'accept-encoding': 'identity' } };
    const timed = async (path: string) => {
      const began = performance.now();
      const answer = await server
        .ask('ash', path, plain)
        .catch((error: unknown) => ({ status: 0, text: messageOf(error) }));
      return { ...answer, ms: performance.now() - began };
    };
    let isOver = false;
    let visitors: Promise<void> | undefined;
    try {
      await publish(server.state, 'ash', night(0));
      while ((await timed('/')).status !== 200) await wait(PAUSE_MS);
      visitors = steadily(
        slack > 1 ? QUICK_PER_SECOND : PER_SECOND,
        () => isOver,
        async (n) => {
          const path = PAGES[n % PAGES.length] ?? '/';
          const page = await timed(path);
          pages.add(page.ms);
          const number = /<title>night (\d+) of /.exec(page.text)?.[1] ?? 'none';
          nights.add(number);
          const isWhole = page.status === 200 && page.text === night(Number(number)).pages[path];
          verdicts.judge(path, isWhole ? undefined : `status ${page.status}, night ${number} ${brief(page)}`);
          // Requests either the file that this page loads or, every second time, the file that a page of the previous
          // release loads.
          const named = /night\.(\d+)\.js/.exec(page.text)?.[1] ?? 'none';
          const opened = n % 2 === 0 || named === '0' ? named : `${Number(named) - 1}`;
          const file = await timed(fileOf(opened));
          files.add(file.ms);
          verdicts.judge(
            `the file of night ${opened}, in night ${number}`,
            file.text === `night(${opened})` ? undefined : `status ${file.status} ${brief(file)}`,
          );
        },
      );
      // A release contains the files of the two previous ones, so visitors must not skip a release. The next release is
      // published only after visitors have got this one.
      let isSeen = true;
      for (let number = 1; number <= size && isSeen; number += 1) {
        await publish(server.state, 'ash', night(number));
        const isTooLate = after((VISIBLE_LIMIT_MS * slack) / 1000);
        while (!nights.has(`${number}`) && !isTooLate()) await wait(PAUSE_MS);
        isSeen = nights.has(`${number}`);
        verdicts.judge(`night ${number}`, isSeen ? undefined : 'visitors did not get it');
      }
    } finally {
      isOver = true;
      await visitors;
      await server.close();
    }
    return {
      rows: [
        rowWithoutPeer('releases that visitors saw', nights.size, 'nights'),
        p99('pages', pages, LIMIT_MS * slack),
        p99('files', files, LIMIT_MS * slack),
      ],
      findings: verdicts.findings,
    };
  },
};
