import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { runCheck } from '../cli/check-content.ts';

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

/** The check's output about questions when these files are added to the sample, and its exit code. */
async function checkWith(files: Readonly<Record<string, string>>): Promise<{ found: string[]; code: number }> {
  const folder = folderOfTest();
  const content = join(folder, 'content');
  await cp(sample, content, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(content, name), text);
  const { printed, code } = await listenTo((session) => runCheck(['--content', content], session));
  return { found: printed.match(/.*question-finds.*/g) ?? [], code };
}

test('a question for which another article is found first is a warning at its position', async () => {
  const tides = 'The tides of the harbour follow the moon, and the harbour master writes the tides down.';
  const { found, code } = await checkWith({
    'articles/owls.md': article(
      'What owls eat at night',
      'How do the tides of the harbour follow the moon?',
      'Owls eat mice.',
    ),
    'articles/tides.md': article(
      'How the tides of the harbour follow the moon',
      'Why do the tides of the harbour follow the moon?',
      tides,
    ),
  });
  expect(found).toEqual([
    expect.stringContaining('content/articles/owls.md:7:13 question-finds (warning) This question finds tides first'),
  ]);
  expect(code).toBe(0);
});

test('a question that finds another section of its article than the one it names is a warning where it stands', async () => {
  const text = `## What owls eat

Owls eat mice, and a mouse is eaten whole.

## How long they live

Ten years.`;
  const ask = (section: string, question: string) => `{ section: ${section}, questions: ["${question}"] }`;
  const checkOwls = (...questions: string[]) =>
    checkWith({ 'articles/owls.md': article('The life of an owl', questions.join(', '), text) });
  const { found, code } = await checkOwls(
    ask('what-owls-eat', 'Which mouse do owls eat?'),
    ask('how-long-they-live', 'Do owls eat mice, and is a mouse eaten whole?'),
    ask('what-owls-eat', 'Do owls eat a mouse, and is it eaten whole?'),
  );
  expect(found).toEqual([
    expect.stringMatching(
      /owls\.md:7:\d+ question-finds \(warning\) This question finds the section what-owls-eat first/,
    ),
  ]);
  expect(code).toBe(0);
  expect((await checkOwls(ask('how-long-they-live', 'What is the lifespan of such a bird?'))).found).toEqual([]);
});

test('a question is asked with the glossary, as the search of the site knows it', async () => {
  const mice = 'A mouse sleeps. The mouse sleeps by day, and a mouse sleeps alone.';
  const articles = {
    'articles/owls.md': article('What owls eat at night', 'When do rodents sleep?', 'Owls eat in the dark.'),
    'articles/mice.md': article('How a mouse sleeps', 'How does a mouse sleep?', mice),
  };
  expect((await checkWith(articles)).found).toEqual([]);
  const glossary = `---
title: Glossary
description: The words of this sample and what they mean here, each in a sentence.
---

**Mouse.** *Also: rodent.* A small animal.
`;
  expect((await checkWith({ ...articles, 'pages/glossary.md': glossary })).found).toEqual([
    expect.stringContaining('content/articles/owls.md:7:13 question-finds (warning) This question finds mice first'),
  ]);
});

test('an acronym of a question is found by its long form, as in the served index', async () => {
  const owls = 'The mean reciprocal rank (MRR) of owls is unknown. '.concat(
    'Owls eat mice at night, and sleep by day in the barn of the harbour master. '.repeat(20),
  );
  const { found } = await checkWith({
    'articles/owls.md': article('What owls eat at night', 'How high is the MRR?', owls),
    'articles/ranks.md': article(
      'How high the mean reciprocal rank is',
      'How high is a mean reciprocal rank?',
      'The mean reciprocal rank is high. A mean reciprocal rank is never too high.',
    ),
  });
  expect(found).toEqual([expect.stringContaining('This question finds ranks first')]);
});
