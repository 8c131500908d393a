import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toWebResponse } from '../../tests/support/web-response.ts';
import { defaultKeepAliveMs, type Frame, streamFrames } from './event-stream.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('streamFrames', () => {
  it('writes one event for each frame, named where the frame is', async () => {
    async function* frames(): AsyncGenerator<Frame> {
      yield { data: '{"text":"a\\nb"}' };
      yield { event: 'complete', data: '{}' };
    }
    const response = toWebResponse(streamFrames(frames(), { keepAliveMs: 1000 }));
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(await response.text()).toBe('data: {"text":"a\\nb"}\n\nevent: complete\ndata: {}\n\n');
  });

  it('sends comments while it waits for a frame, and loses none', async () => {
    async function* frames(): AsyncGenerator<Frame> {
      await wait(60);
      yield { data: '{"late":true}' };
    }
    const text = await toWebResponse(streamFrames(frames(), { keepAliveMs: 15 })).text();
    expect(text).toMatch(/^(: keepalive\n\n){2,}data: \{"late":true\}\n\n$/);
  });

  it.each(['nginx.conf', 'compose-front.conf'])('is not silent for as long as deploy/%s waits', (file) => {
    const front = readFileSync(`deploy/${file}`, 'utf8');
    const waits = [...front.matchAll(/proxy_read_timeout (\d+)s;/g)].map(([, seconds]) => Number(seconds) * 1_000);
    expect(Math.min(...waits)).toBeGreaterThan(defaultKeepAliveMs);
  });

  it('ends the frames when the client goes away', async () => {
    let hasEnded = false;
    async function* frames(): AsyncGenerator<Frame> {
      try {
        for (;;) yield { data: '{}' };
      } finally {
        hasEnded = true;
      }
    }
    const reader = toWebResponse(streamFrames(frames(), { keepAliveMs: 1000 })).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(hasEnded).toBe(true);
  });
});
