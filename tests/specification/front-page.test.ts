import { afterAll, expect, inject, it } from 'vitest';
import { fromWebRequest } from '../../src/serve/http-request.ts';
import { openTestRelease, openTestSite } from '../support/release.ts';

const baseUrl = inject('baseUrl');
const release = await openTestRelease(baseUrl);
const about = { baseUrl, now: Date.now };

afterAll(() => release.close());

it('has the front page of a release ready for its first reader, once it is prepared', async () => {
  const { site, close } = await openTestSite({ ...about, release });
  const ask = () =>
    site.app.serve(fromWebRequest(new Request(baseUrl), { requestId: 'one', clientAddress: '192.0.2.1' }));
  await site.prepare();
  // What is kept is answered at once, and not some time later.
  expect(ask()).toMatchObject({ status: 200 });
  await close();
});

it('has loaded every kind of page that is rendered for its readers, once it is prepared', async () => {
  const rendered: string[] = [];
  const loadPages = async (): ReturnType<typeof release.loadPages> => {
    const render = await release.loadPages();
    return (message, ...rest) => {
      rendered.push(message.url?.replace(/\?.*/, '') ?? '');
      return render(message, ...rest);
    };
  };
  const { site, close } = await openTestSite({ ...about, release: { ...release, loadPages } });
  await site.prepare();
  expect(rendered.sort()).toEqual(['/', '/articles', '/search', '/verify']);
  await close();
});

it('does not take a release for prepared whose pages cannot be made', async () => {
  const loadPages = () => Promise.reject(new Error('They were written for another engine.'));
  const { site, close } = await openTestSite({ ...about, release: { ...release, loadPages } });
  await expect(site.prepare()).rejects.toThrow();
  await close();
});
