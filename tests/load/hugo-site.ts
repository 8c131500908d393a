import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const layouts = {
  '_default/baseof.html': '<!doctype html><title>{{ .Title }}</title>{{ block "main" . }}{{ end }}',
  '_default/single.html':
    '{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ range first 4 (.Site.RegularPages.Related .) }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ end }}',
  '_default/list.html':
    '{{ define "main" }}{{ range (.Paginate .Pages).Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ .Description }}{{ end }}{{ template "_internal/pagination.html" . }}{{ end }}',
};

/**
 * The same articles as a site of Hugo: pages, paginated lists, feeds and four related articles, without Markdown, JSON,
 * payment and search.
 * @param contentDir the content that `generateContent` wrote
 */
export async function writeHugoSite(folder: string, contentDir: string): Promise<void> {
  const articles = join(folder, 'content/articles');
  await mkdir(articles, { recursive: true });
  await mkdir(join(folder, 'layouts/_default'), { recursive: true });
  for (const [name, text] of Object.entries(layouts)) await writeFile(join(folder, 'layouts', name), text);
  await writeFile(join(folder, 'config.toml'), 'baseURL = "http://localhost/"\ntitle = "Growth"\npaginate = 20\n');
  for (const name of await readdir(join(contentDir, 'articles'))) {
    if (!name.endsWith('.md')) continue;
    const text = await readFile(join(contentDir, 'articles', name), 'utf8');
    await writeFile(join(articles, name), text);
  }
}
