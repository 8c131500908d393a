import type { APIRoute } from 'astro';
import type { Citation } from '../../content/library.ts';

/** An article cited ready-made, as a file. On demand: three more files for each article would double the build. */
export function citationFile(about: { type: string; write: (citation: Citation) => string }): APIRoute {
  return ({ params, locals }) => {
    const article = locals.services.catalogue.find(params.slug ?? '');
    if (!article) return locals.notFound();
    const headers = {
      'content-type': about.type,
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    };
    return new Response(`${about.write(article.citation).trim()}\n`, { headers });
  };
}
