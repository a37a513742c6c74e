/** The browser's own bars follow day and night: the meta element `theme-color` names both colours. */
export function updateThemeColor(): void {
  const root = document.documentElement;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  const { day = '', night = '' } = meta?.dataset ?? {};
  const show = () => {
    if (meta) meta.content = getComputedStyle(root).colorScheme === 'dark' ? night : day;
  };
  show();
  new MutationObserver(show).observe(root, { attributeFilter: ['data-mode'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
}
