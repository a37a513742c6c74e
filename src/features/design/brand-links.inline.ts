// Links to this page on the hosts of the other brands, at the same port.
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-brand]')) {
  const { brand } = link.dataset;
  const { protocol, port, pathname } = location;
  link.href = `${protocol}//${brand === 'local' ? '' : `${brand}.`}localhost${port && `:${port}`}${pathname}`;
}
