// The values of charts are fetched with it: every module that a page may fetch costs each page a line.
import './chart-values.ts';

// "Cite" under a chart copies a citation of the figure. If this script or the clipboard is missing, the link leads to
// the citation of the article.
const article = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '';
const citation = document.querySelector('#cite .cite-text')?.textContent.trim() ?? '';
// A citation ends with the permanent URL of the text, or with its DOI, behind which no fragment is safe.
const whole = citation.includes(article) ? citation : `${citation} ${article}`;

for (const link of 'clipboard' in navigator ? document.querySelectorAll<HTMLElement>('[data-cite]') : []) {
  const id = link.closest('figure')?.id;
  link.dataset.copy = `${link.dataset.cite} In ${whole.trim()}${id ? `#${encodeURI(id)}` : ''}`;
  link.addEventListener('click', (event) => event.preventDefault());
}
