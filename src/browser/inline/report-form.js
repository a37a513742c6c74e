{
  // A report is kept for the tab from when it is sent until it has arrived, and shown again: as a plain form
  // (src/server/report-form.ts) it leads away. The reader sends it itself (src/islands/reader/report/report-form.ts).
  const form = document.querySelector('.report-form');
  const { elements } = form;
  try {
    if (location.hash === '#report-sent') sessionStorage.removeItem('lectern:report');
    const kept = JSON.parse(sessionStorage.getItem('lectern:report'));
    if (kept.chapter === elements.chapter.value) {
      for (const name in kept) elements[name].value = kept[name];
      form.parentElement.open = true;
    }
  } catch {
    // Nothing was kept.
  }
  form.addEventListener('submit', () => {
    try {
      elements.device.value = localStorage.getItem('local_uid');
      elements.key.value ||= crypto.randomUUID();
      sessionStorage.setItem('lectern:report', JSON.stringify(Object.fromEntries(new FormData(form))));
    } catch {
      // Nothing is kept: the server names the report.
    }
  });
}
