// The public page of an article says all that a preview of it may: nothing else is asked for, with no cookie, and the
// next click has it.
const pages = new Map<string, Promise<Document | undefined>>();

async function readPage(path: string): Promise<Document | undefined> {
  const response = await fetch(path, { headers: { accept: 'text/html' }, credentials: 'omit' });
  return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : undefined;
}

/**
 * Fetches title and description of an article, or the section that the URL's fragment names; undefined when there is
 * none.
 */
export async function findPublicText(path: string, hash: string): Promise<Node[] | undefined> {
  const reading = pages.get(path) ?? readPage(path).catch(() => undefined);
  pages.set(path, reading);
  const page = await reading;
  const title = page?.querySelector('h1')?.textContent;
  if (!page || !title) return undefined;
  const heading = hash === '' ? null : page.getElementById(decodeURIComponent(hash.slice(1)));
  const section = heading?.nextElementSibling?.textContent;
  const about = section ?? page.querySelector('.lede')?.textContent ?? '';
  const facts = [...page.querySelectorAll('.article-header .byline > :not(ul, details)')]
    .slice(0, 2)
    .map((fact) => fact.textContent);
  return [
    write('strong', heading && section ? `${title}: ${heading.textContent}` : title),
    write('p', shorten(about)),
    write('small', facts.join(' · ')),
  ];
}

function write(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text.trim();
  return element;
}

const maxLength = 320;

function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, text.lastIndexOf(' ', maxLength))} …` : text;
}
