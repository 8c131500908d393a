/**
 * Runs before the first paint, so that a stored choice of light or dark never flashes; readers without a choice follow
 * the system. It stands in the page, because a file of its own would be one more request that the first paint waits for,
 * and the content security policy names it by its hash.
 */
export const schemeScript = `(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const stored = localStorage.getItem('theme');
    if (stored === 'light' || stored === 'dark') root.dataset.theme = stored;
  } catch (error) {
    console.info('The colour choice cannot be kept:', error);
  }
})();`;
