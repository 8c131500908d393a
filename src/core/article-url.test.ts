import { expect, it } from 'vitest';
import { createUrls } from '../contract/urls.ts';
import { readArticleUrl } from './article-url.ts';

const urls = createUrls('https://quire.test', ['http://old.test:8080']);

it.each([
  ['a-study', { slug: 'a-study' }],
  [' a-study ', { slug: 'a-study' }],
  ['a-study#method', { slug: 'a-study', section: 'method' }],
  ['a-study.md', { slug: 'a-study' }],
  ['/articles/a-study', { slug: 'a-study' }],
  ['https://quire.test/articles/a-study', { slug: 'a-study' }],
  ['https://quire.test/articles/a-study#caf%C3%A9', { slug: 'a-study', section: 'café' }],
  ['https://quire.test/articles/a-study.md#method', { slug: 'a-study', section: 'method' }],
  ['https://quire.test/read/a-study', { slug: 'a-study' }],
  ['https://quire.test/api/v1/articles/a-study?section=method', { slug: 'a-study', section: 'method' }],
  ['https://quire.test/api/sandbox/v1/articles/a-study', { slug: 'a-study' }],
  ['https://quire.test/articles/a-study/versions/1.0', { slug: 'a-study', version: '1.0' }],
  [
    'https://quire.test/articles/a-study/versions/1.0.md#method',
    { slug: 'a-study', version: '1.0', section: 'method' },
  ],
  ['https://quire.test/articles/a-study#method:~:text=We%20saw', { slug: 'a-study', section: 'method' }],
  ['https://quire.test/api/v1/articles/a-study?version=sha256:ab', { slug: 'a-study', version: 'sha256:ab' }],
  ['http://old.test:8080/articles/a-study/versions/1.0', { slug: 'a-study', version: '1.0' }],
  ['https://quire.test/articles/a-study#%E0%A4%A', expect.objectContaining({ slug: 'a-study' })],
  ['https://elsewhere.test/articles/a-study', { slug: 'https://elsewhere.test/articles/a-study' }],
  ['javascript:alert(1)', { slug: 'javascript:alert(1)' }],
  ['../../etc/passwd', { slug: '../../etc/passwd' }],
])('reads %j', (text, expected) => {
  expect(readArticleUrl(urls, text)).toEqual(expected);
});
