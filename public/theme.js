// Runs before the first paint, so that a stored choice never flashes. Readers without a choice follow the system.
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const stored = localStorage.getItem('theme');
    if (stored === 'light' || stored === 'dark') root.dataset.theme = stored;
  } catch (error) {
    console.info('The colour choice cannot be kept:', error);
  }
})();
