import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Publication } from '../../library/publication-settings.ts';
import { didYouMean } from '../load/closest-match.ts';
import type { Report } from '../load/rules.ts';
import { decodePart } from '../markdown/destinations.ts';
import { findTarget } from './link-checks.ts';
import { type LinkTargets, resolveLink } from './link-targets.ts';

/** The settings in site.config.ts that name articles, paths and files, each of which must exist. */
export type NamingSettings = Pick<Publication, 'featured' | 'numbers' | 'navigation' | 'looks'>;

/** Reports each setting that names nothing, as its key and value: it would be ignored, or missing on every page. */
export function checkSettings(settings: NamingSettings, targets: LinkTargets, report: Report): void {
  const reportMistake = (message: string) => report('setting-resolves', 0, message);
  const named = [
    settings.featured && { key: 'featured', slug: settings.featured },
    ...(settings.numbers ?? []).map((slug) => ({ key: 'numbers', slug })),
  ];
  for (const setting of named) if (setting) checkSlug(setting, targets.articles, reportMistake);
  for (const { href } of settings.navigation ?? []) {
    if (!href.startsWith('/')) continue;
    const [path = '', anchor = ''] = href.split('#', 2);
    const link = { target: findTarget(path), anchor, at: 0 };
    resolveLink({
      ...targets,
      from: null,
      link: { ...link, report: (_rule, _at, message) => reportMistake(`navigation: '${href}': ${message}`) },
    });
  }
  for (const [key, file] of Object.entries(listFiles(settings.looks))) {
    if (file !== undefined && !targets.isFile(file)) reportMistake(`looks.${key}: there is no file public${file}`);
  }
}

function checkSlug(
  { key, slug }: { key: string; slug: string },
  articles: LinkTargets['articles'],
  reportMistake: (message: string) => void,
): void {
  const article = articles.get(slug);
  if (!article) {
    const otherwise = 'name the slug of one that is there, or take the line out';
    reportMistake(`${key}: '${slug}': There is no article ${slug}${didYouMean(slug, articles.keys(), { otherwise })}`);
  } else if (article.isDraft) {
    reportMistake(
      `${key}: '${slug}': ${slug} is a draft, which readers cannot open; publish it first, or name another`,
    );
  } else if (key === 'numbers' && !article.hasFinding) {
    reportMistake(
      `numbers: '${slug}': ${slug} has no finding: to show; write one in its front matter, or name another`,
    );
  }
}

function listFiles({ logo, socialPicture, typeFaces }: Publication['looks']): Record<string, string | undefined> {
  const faces = Object.entries(typeFaces).map(([name, face]) => [`typeFaces.${name}`, face?.file]);
  return { logo, socialPicture, ...Object.fromEntries(faces) };
}

/** Is a path of the site that of a file of public/? */
export function fileFinder(folder: string | undefined): LinkTargets['isFile'] {
  if (folder === undefined) return () => false;
  return (path) => statSync(join(folder, decodePart(path)), { throwIfNoEntry: false })?.isFile() === true;
}
