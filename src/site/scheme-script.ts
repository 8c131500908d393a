/**
 * Runs before the first paint, so that a stored choice of colours, size and typeface never flashes; readers without a
 * choice follow the system. It is part of the page, because a file of its own would be one more request that the first
 * paint waits for, and the content security policy names it by its hash.
 */
export const schemeScript = `(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    for (const name of ['theme', 'size', 'typeface']) {
      const stored = localStorage.getItem(name);
      if (stored) root.dataset[name] = stored;
    }
  } catch (error) {
    console.info('The choices of the reader are not saved:', error);
  }
})();`;
