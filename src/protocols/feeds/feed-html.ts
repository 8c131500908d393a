import type { Urls } from '../../contract/urls.ts';
import type { PublicArticle } from '../../library/library.ts';
import { escapeXml } from '../../library/markup.ts';
import { absolutizeHtml } from '../absolute-links.ts';
import { writeHtmlNotices } from '../notices.ts';
import { describeAccessOptions } from './feed-entries.ts';

/** The body of an article for readers of feeds: links work from anywhere, and a preview ends with how to read on. */
export function renderFeedHtml(article: PublicArticle, urls: Urls): string {
  const still = writeCharts(writeFormulas(article.body.html).replace(darkForm, ''));
  const body = absolutizeHtml(still, urls.article(article.slug));
  const html = writeHtmlNotices(article) + body;
  return article.tier === 'paid' ? `${html}<p>${escapeXml(describeAccessOptions(article, urls))}</p>` : html;
}

/**
 * Feed readers take MathML for unknown tags and show its letters without their places: they get the TeX that it was
 * made from.
 */
function writeFormulas(html: string): string {
  return html.replace(formula, (_, tex: string) => `<code>${tex}</code>`);
}

/**
 * Colours of a chart are those of the page, and only one of its two pictures is shown there: feed readers get its file.
 */
function writeCharts(html: string): string {
  return html.replace(plot, (_, url: string, description: string) => `<img src="${url}" alt="${description}">`);
}

const plot = /<div class="plot" data-src="([^"]*)"[^>]*><svg[^>]* aria-label="([^"]*)".*?<\/div>/gs;

/**
 * A picture that is drawn twice, light and dark. Feed readers drop the class and the attribute that hide one, and would
 * show both.
 */
const darkForm = /<img\b[^>]* class="dark-form"[^>]*>/g;

const formula = /<math\b[^>]* data-tex="([^"]*)"[^>]*>.*?<\/math>/gs;
