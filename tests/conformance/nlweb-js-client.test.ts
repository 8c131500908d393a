// @vitest-environment jsdom

import type { Chat } from 'nlweb-js-client/dist/nlweb-js-client.esm.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { baseUrl } from '../support/client.ts';
import { FetchEventSource } from './nlweb-event-source.ts';

describe('nlweb-js-client (mid-2025 frames over EventSource)', () => {
  let chat: Chat;

  beforeAll(async () => {
    vi.stubGlobal('EventSource', FetchEventSource);
    // It tells the console every address it opens.
    vi.stubGlobal('console', { ...console, log() {} });
    // jsdom lays nothing out, so it has nothing to scroll.
    Element.prototype.scrollIntoView = () => {};
    document.body.innerHTML = '<div id="chat-container"></div>';
    const { findChatInterface } = await import('nlweb-js-client/dist/nlweb-js-client.esm.js');
    chat = findChatInterface('all', 'nlwebsearch', 'list', `${baseUrl}/ask`);
  });

  /** Sends a question and gives back the links of the answer, once the client itself has closed the stream. */
  async function ask(query: string, mode: string) {
    chat.generate_mode = mode;
    chat.sendMessage(query);
    const source = await vi.waitUntil(() => FetchEventSource.opened.at(-1));
    await source.ended;
    const answer = chat.messagesArea.lastElementChild;
    const links = [...(answer?.querySelectorAll('a[href*="/articles/"]') ?? [])].map((link) => link.textContent);
    return { links, text: answer?.textContent ?? '', isClosed: source.readyState === FetchEventSource.CLOSED };
  }

  it('lists our articles and closes at the end', async () => {
    const { links, isClosed } = await ask('how do agents read articles', 'list');
    expect(links.length).toBeGreaterThan(0);
    expect(isClosed).toBe(true);
  });

  it('shows a summary above the list', async () => {
    const { links, text } = await ask('how do agents read articles', 'summarize');
    expect(links.length).toBeGreaterThan(0);
    expect(text).toContain('[1] "');
  });

  it('shows a quoted answer with its sources', async () => {
    const { links, text } = await ask('how do agents read articles', 'generate');
    expect(links.length).toBeGreaterThan(0);
    expect(text).toContain('[1] "');
  });
});
