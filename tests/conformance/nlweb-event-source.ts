type Listener = ((event: { data: string }) => void) | null;

/**
 * As much of the browser's EventSource (HTML standard, section 9.2) as a headless client needs: unnamed messages,
 * close, no reconnection.
 */
export class FetchEventSource {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static readonly opened: FetchEventSource[] = [];

  readonly url: string;
  readyState = FetchEventSource.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: Listener = null;
  onerror: ((cause: unknown) => void) | null = null;
  readonly #abort = new AbortController();
  /** Settles when the stream has ended, was closed or has failed. */
  readonly ended: Promise<void>;

  constructor(url: string) {
    this.url = url;
    FetchEventSource.opened.push(this);
    this.ended = this.#read().catch((cause: unknown) => {
      if (!this.#abort.signal.aborted) this.onerror?.(cause);
    });
  }

  close() {
    this.readyState = FetchEventSource.CLOSED;
    this.#abort.abort();
  }

  async #read() {
    const response = await fetch(this.url, { headers: { accept: 'text/event-stream' }, signal: this.#abort.signal });
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw new Error('Not an event stream.');
    this.readyState = FetchEventSource.OPEN;
    this.onopen?.();
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + text).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) this.#dispatch(event.split('\n'));
    }
    this.readyState = FetchEventSource.CLOSED;
  }

  #dispatch(lines: string[]) {
    // A named event goes to its own listeners, of which such a client has none.
    if (lines.some((line) => line.startsWith('event: '))) return;
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
    if (data.length > 0 && this.readyState === FetchEventSource.OPEN) this.onmessage?.({ data: data.join('\n') });
  }
}
