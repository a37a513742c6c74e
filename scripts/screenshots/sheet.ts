import { escapeHtml } from '#src/lib/text.ts';
import { fileOf } from './plan.ts';
import type { Outcome } from './shoot.ts';

const STYLE = `body{margin:24px;font:14px/1.4 system-ui;background:#8a8a8a;color:#111}
nav{columns:5 160px}h2{margin:32px 0 8px}.row{display:flex;flex-wrap:wrap;gap:12px;align-items:end}
figure{margin:0}img{display:block;height:420px;width:auto;box-shadow:0 2px 12px #0006}.fault{color:#8b0000;font-weight:700}`;

/** Returns the overview page: a row of screenshots per screen, each of which links to its file. */
export function contactSheet(outcomes: readonly Outcome[]): string {
  const screens = Map.groupBy(outcomes, ({ shot }) => shot.screen.name);
  const names = [...screens.keys()].map((name) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`);
  const rows = [...screens].map(([name, own]) => section(name, own));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style></head>
<body><h1>${outcomes.length} pictures of ${screens.size} screens</h1><nav><ul>${names.join('')}</ul></nav>
${rows.join('\n')}
</body></html>
`;
}

const section = (name: string, outcomes: readonly Outcome[]) =>
  `<h2 id="${escapeHtml(name)}">${escapeHtml(name)} <code>${escapeHtml(outcomes[0]?.path ?? '')}</code></h2>
<div class="row">${outcomes.map(figure).join('')}</div>`;

function figure({ shot, fault }: Outcome): string {
  const file = escapeHtml(fileOf(shot));
  const caption = `${shot.brand}, ${shot.mode}, ${shot.size}`;
  const note = fault ? ` <span class="fault">${escapeHtml(fault)}</span>` : '';
  return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${escapeHtml(caption)}${note}</figcaption></figure>`;
}
