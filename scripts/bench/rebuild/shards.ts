import { readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchRow, lessIsBetter, lone } from '../report.ts';
import { startOurs } from './ours.ts';
import { currentOf } from './same-release.ts';
import { say } from './say.ts';
import type { Workspace } from './workspace.ts';

const SHARDS = 7;

/** A release from seven shards, each rendered by a process of its own, beside the one made at once. */
export async function shardRows(workspace: Workspace, pages: number): Promise<BenchRow[]> {
  const ours = await startOurs(workspace, pages);
  try {
    say('a release at once');
    const atOnce = await ours.rebuild();
    const whole = join(workspace.folder, 'at-once');
    await rename(join(currentOf(ours), 'site'), whole);
    await ours.forget();
    const reading = await ours.rebuild(['--dry-run']);
    let slowest = 0;
    for (let shard = 1; shard <= SHARDS; shard += 1) {
      say(`shard ${shard} of ${SHARDS}`);
      slowest = Math.max(slowest, (await ours.rebuild(['--shard', `${shard}/${SHARDS}`])).seconds);
    }
    const merged = await ours.rebuild(['--merge', String(SHARDS)]);
    const differing = differingFiles(whole, join(currentOf(ours), 'site'));
    for (const file of differing.slice(0, 5)) say(`differs: ${file}`);
    const { rendered, taken, total } = merged.report.pages;
    const inAll = reading.seconds + slowest + merged.seconds;
    return [
      lone('shards: pages', total, 'pages'),
      lone('shards: pages that the merge had to render', rendered - taken, 'pages', 0),
      lone(`shards: files that differ, ${SHARDS} shards beside at once`, differing.length, 'files', 0),
      lessIsBetter('shards: sync, slowest shard and merge beside at once', inAll, atOnce.seconds, 's'),
    ];
  } finally {
    await ours.close();
  }
}

/** Files that only one of two folders has, or that differ, as `diff -r` tells them. */
export function differingFiles(one: string, other: string): string[] {
  const [first, second] = [filesOf(one), filesOf(other)];
  const same = (file: string) =>
    first.has(file) && second.has(file) && readFileSync(join(one, file)).equals(readFileSync(join(other, file)));
  return [...first.union(second)].filter((file) => !same(file)).sort();
}

function filesOf(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return new Set(files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)));
}
