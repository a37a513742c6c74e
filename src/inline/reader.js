{
  // Size of the text and paper behind it, as the visitor left them.
  const within = (key, least, most) => {
    try {
      const value = JSON.parse(localStorage.getItem(key));
      return Number.isInteger(value) && value >= least && value <= most ? value : null;
    } catch {
      return null;
    }
  };
  const { dataset } = document.documentElement;
  const size = within('font_size', 14, 24);
  const paper = within('bg_color', 1, 5);
  if (size) dataset.size = size;
  if (paper) dataset.paper = paper;
}
