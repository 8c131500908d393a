const button = document.querySelector('[data-toggle-theme]');

button?.addEventListener('click', () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  const next = isDark ? 'light' : 'dark';
  root.dataset.theme = next;
  try {
    localStorage.setItem('theme', next);
  } catch (error) {
    console.info('The colour choice cannot be kept:', error);
  }
});

// A module of its own, not a part of the global scope.
export {};
