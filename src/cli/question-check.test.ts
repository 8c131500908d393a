import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCheck } from './check-content.ts';

const sample = fileURLToPath(new URL('../../tests/fixtures/content/sample/content', import.meta.url));

function article(title: string, question: string, text: string): string {
  return `---
title: ${title}
description: A description that is long enough to pass the rule about descriptions.
tier: free
date: 2026-10-03
authors: [desk]
questions: [${question}]
---

${text}
`;
}

test('a question that another article answers better is a warning where it stands', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-questions-'));
  try {
    const content = join(folder, 'content');
    await cp(sample, content, { recursive: true });
    const tides = 'The tides of the harbour follow the moon, and the harbour master writes the tides down.';
    const owls = article(
      'What owls eat at night',
      'How do the tides of the harbour follow the moon?',
      'Owls eat mice.',
    );
    await writeFile(join(content, 'articles/owls.md'), owls);
    await writeFile(
      join(content, 'articles/tides.md'),
      article('Tides of the harbour', 'When are the tides high?', tides),
    );
    const printed: string[] = [];
    const now = Date.UTC(2026, 10, 20);
    const code = await runCheck(['--content', content], (text) => void printed.push(text), now);
    const found = printed.join('').match(/.*question-finds.*/g);
    expect(found).toEqual([
      expect.stringContaining('content/articles/owls.md:7:13 question-finds (warning) This question finds tides first'),
    ]);
    expect(code).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
