/** Sets the colour of the browser's bars for day or night mode. The meta element `theme-color` contains both colours. */
export function updateThemeColor(): void {
  const root = document.documentElement;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (!meta) return;
  const show = () => {
    meta.content = meta.dataset[getComputedStyle(root).colorScheme === 'dark' ? 'night' : 'day'] as string;
  };
  show();
  new MutationObserver(show).observe(root, { attributeFilter: ['data-mode'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
}
