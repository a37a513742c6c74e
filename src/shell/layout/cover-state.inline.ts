// Sets the attributes for the loading state of covers. Covers far below the window wait for the deferred module
// (src/shell/styles/cover.css, deferred/covers.ts).
const { dataset } = document.documentElement;
dataset['covers'] = 'wait';
const mark = ({ type, target }: Event) => {
  const element = target as Element;
  const cover = element.localName === 'img' && element.closest<HTMLElement>('.cover');
  if (cover) cover.dataset['state'] = type === 'load' ? 'loaded' : type;
  // If a script fails to load, the deferred module may never run. The browser's own lazy loading then loads the covers.
  else if (type === 'error' && element.localName !== 'img') delete dataset['covers'];
};
document.addEventListener('load', mark, true);
addEventListener('error', mark, true);
