import { escapeHtml } from '#src/lib/text.ts';
import { fileOf, type Shot, SIZES } from '../../../../scripts/screenshots/plan.ts';

const HEIGHT = 420;

const STYLE = `body{margin:0 24px 48px;font:14px/1.4 system-ui;background:#8a8a8a;color:#111}
header{position:sticky;top:0;padding:12px 0;background:#8a8a8a;z-index:1}h1{margin:0;font-size:18px}
output{display:block;white-space:pre-wrap;font-weight:600}h2{margin:28px 0 8px;font-size:15px}
.row{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}
img{display:block;height:${HEIGHT}px;width:auto;background:#999;box-shadow:0 2px 12px #0006}`;

/** The script of the preview page. It reloads retaken screenshots and shows the progress. */
const SCRIPT = `
const state = document.querySelector('output');
new EventSource('/events').onmessage = ({ data }) => {
  const { picture, state: text } = JSON.parse(data);
  if (text !== undefined) state.textContent = text;
  if (picture === undefined) return;
  for (const image of document.images)
    if (image.dataset.file === picture) image.src = '/pictures/' + encodeURI(picture) + '?' + Date.now();
};`;

/** Renders the preview page. Each row shows one screen in day and night mode, on a phone and a desktop. */
export function previewPage(shots: readonly Shot[]): string {
  const brand = escapeHtml(shots[0]?.brand ?? '');
  const rows = [...Map.groupBy(shots, ({ screen }) => screen.name)].map(([name, own]) => rowOf(name, own));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${brand}, all screens</title><style>${STYLE}</style></head>
<body><header><h1>${brand}: ${rows.length} screens</h1><output>The pictures are taken …</output></header>
${rows.join('\n')}
<script>${SCRIPT}</script></body></html>
`;
}

const rowOf = (name: string, shots: readonly Shot[]) =>
  `<h2>${escapeHtml(name)}</h2><div class="row">${shots.map(figureOf).join('')}</div>`;

function figureOf(shot: Shot): string {
  const file = escapeHtml(fileOf(shot));
  const { width, height } = SIZES[shot.size];
  const caption = `${shot.mode}, ${shot.size === 'phone' ? 'phone' : 'desktop'}`;
  // `width` and `height` reserve the space until the screenshot has loaded.
  return `<figure><a href="/pictures/${file}"><img data-file="${file}" src="/pictures/${file}" alt="" width="${Math.round((HEIGHT * width) / height)}" height="${HEIGHT}"></a><figcaption>${caption}</figcaption></figure>`;
}
