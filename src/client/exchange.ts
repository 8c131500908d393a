/** Sends a request and shows it with its response. @returns the body; undefined if there is no response */
export async function send(request: Request, output: HTMLElement): Promise<string | undefined> {
  try {
    // Other clients send no cookies, and no 401 opens a dialog of the browser.
    const response = await fetch(request, { credentials: 'omit' });
    const text = await response.text();
    show(output, [describe(request), describeResponse(response), pretty(text)]);
    return text;
  } catch (error) {
    show(output, [describe(request), String(error)]);
    return undefined;
  }
}

function describe({ method, url }: Request): string {
  return `${method} ${url}`;
}

function describeResponse({ status, statusText, headers }: Response): string {
  const shown = ['content-type', 'x-sandbox', 'x-ratelimit-remaining', 'www-authenticate'];
  const lines = shown.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
  return [`${status} ${statusText}`, ...lines].join('\n');
}

/** @returns the value of a JSON text, or any other text as it is */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function pretty(text: string): string {
  const value = parse(text);
  return value === text ? text : JSON.stringify(value, null, 2);
}

/** Adds a block under those that the output has already. */
export function show(output: HTMLElement, parts: string[]) {
  const block = document.createElement('pre');
  block.textContent = parts.join('\n\n');
  // A long text scrolls inside its block.
  block.tabIndex = 0;
  output.append(block);
}

/** Name of the reader's demo key in the storage of the tab, which guides and reference share. */
export const keyName = 'sandbox-key';

type StorageName = 'sessionStorage' | 'localStorage';

export function remember(name: string, value: string, storage: StorageName = 'sessionStorage') {
  try {
    window[storage].setItem(name, value);
  } catch (error) {
    console.info('The choices of the reader are not saved:', error);
  }
}

export function recall(name: string, storage: StorageName = 'sessionStorage'): string | undefined {
  try {
    return window[storage].getItem(name) ?? undefined;
  } catch {
    // Storage is refused: then nothing was stored either.
    return undefined;
  }
}
