// Brands stand on hosts of their own at this very port.
for (const link of document.querySelectorAll('[data-brand]')) {
  const { brand } = link.dataset;
  const { protocol, port, pathname } = location;
  link.href = `${protocol}//${brand === 'local' ? '' : `${brand}.`}localhost${port && `:${port}`}${pathname}`;
}
