import type { ImportAssets } from './import-assets.ts';

const cell = /^(`{3,})\{(\w+)[^}\n]*\}\n([\s\S]*?)^\1[ \t]*$/gm;
/** `{{< video ... >}}`: what Quarto puts in while it renders. */
const shortcode = /\{\{<[^\n]*?>\}\}/g;
const computed = /(?<!`)`(?:\{\w+\}|r) [^`\n]+`(?!`)/g;

/** Code cells become code: their options go, and what they print is only there once Quarto has run them. */
export function prepareQuarto(text: string, assets: ImportAssets): string {
  let cells = 0;
  const prepared = text.replaceAll(cell, (_, ticks: string, language: string, code: string) => {
    cells += 1;
    return `${ticks}${language}\n${code.replaceAll(/^#\|.*\n/gm, '')}${ticks}`;
  });
  const shown = prepared.replaceAll(shortcode, (code) => {
    assets.warn(code);
    return '';
  });
  for (const [code] of shown.matchAll(computed)) assets.warn(`What ${code} computes, which is there as code`);
  if (cells > 0) {
    assets.warn(
      `What the code cells print and draw (${cells} of them): render the file with --to ipynb --execute and import that`,
    );
  }
  return shown;
}
