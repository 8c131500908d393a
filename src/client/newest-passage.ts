// Browsers hide a text directive from scripts, but name the navigation with it.
const newest = document.querySelector<HTMLAnchorElement>('a[data-newest]');
const [, directive] = performance.getEntriesByType('navigation')[0]?.name.split(':~:') ?? [];
if (newest && directive) newest.href += `#:~:${directive}`;
