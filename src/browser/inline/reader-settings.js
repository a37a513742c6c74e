{
  // How chapters look, as the visitor left it. A word out of bounds stays an attribute that no rule answers to.
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const { dataset } = document.documentElement;
  const step = (name, value, least, most) => {
    if (Number.isInteger(value) && value >= least && value <= most) dataset[name] = value;
  };
  step('size', kept('font_size'), 14, 24);
  step('paper', kept('bg_color'), 1, 5);
  if (kept('lectern:vertical') === true) dataset.vertical = '';
  const settings = Object(kept('lectern:reader'));
  const names = [
    'face',
    'leading',
    'measure',
    'margin',
    'justify',
    'paragraphs',
    'hyphens',
    'black',
    'flow',
    'columns',
  ];
  for (const name of names) if (/^\w{1,8}$/.test(settings[name] ?? '')) dataset[name] = settings[name];
}
