{
  // The line where the chapter was left, before it is painted; the reader finds it exactly (src/lib/blocks.ts).
  const article = document.querySelector('[data-reader-text]');
  const chapter = Number(article.dataset.chapter);
  const known = () => {
    try {
      return JSON.parse(localStorage.getItem('readlogList')).find((entry) => entry.chapter?.id === chapter).chapter
        .place;
    } catch {
      return null;
    }
  };
  const { place: own } = history.state ?? {};
  const place = own?.chapter === chapter ? own : location.hash ? null : known();
  if (place?.block > 0 || place?.offset > 0) {
    const blocks = new Map();
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      const block =
        text.data.trim() && text.parentElement.closest('p,li,h1,h2,h3,h4,dt,dd,tr,caption,figcaption,pre,div');
      if (block) blocks.set(block, [...(blocks.get(block) ?? []), text]);
    }
    let left = place.offset;
    let text;
    for (const node of [...blocks.values()][place.block] ?? []) {
      if (!text && left >= node.length) left -= node.length;
      else text ??= node;
    }
    if (text) {
      const { top = 24 } = place;
      history.replaceState({ ...history.state, place: { ...place, top, chapter } }, '');
      const range = new Range();
      range.setStart(text, left);
      const box = range.getBoundingClientRect();
      const page = article.parentElement;
      if (document.documentElement.dataset.flow !== 'pages') scrollBy(0, box.top - top);
      else
        page.scrollLeft =
          Math.floor((box.left - page.getBoundingClientRect().left) / page.clientWidth) * page.clientWidth;
    }
  }
}
