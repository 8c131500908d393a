import { fileURLToPath } from 'node:url';
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { compileLibrary } from '../support/compile.ts';

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] });

test('the sample, which uses everything, renders to valid and accessible HTML', async () => {
  const { library } = await compileLibrary({
    contentDir: fileURLToPath(new URL('../fixtures/content/sample/content', import.meta.url)),
    baseUrl: 'http://localhost:4321',
    now: Date.UTC(2026, 10, 20),
    generated: { errors: '' },
    publication: { name: 'Quire' },
  });
  const bodies = [
    ...(library?.public.articles ?? []),
    ...(library?.sold.articles ?? []),
    ...(library?.public.pages ?? []),
  ];
  expect(bodies.length).toBeGreaterThan(3);
  for (const { body } of bodies) {
    const page = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Sample</title></head><body><main><h1>Sample</h1>\n${body.html}</main></body></html>\n`;
    const { results } = await validator.validateString(page);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
  }
});
