const block = (languages: string) =>
  String.raw`<div class="code-block"><pre class="code" data-language="(?:${languages})"(?:(?!</pre>)[\s\S])*</pre></div>`;
const exchange = new RegExp(String.raw`(${block('bash')})\s*(${block('json|http')})`, 'g');
const statusLine = /^\s*HTTP\/1\.1 (\d{3})\b/;
const otherWay =
  /(?<=<\/(?:p|div|details|section)>\s*)(<h3 [^>]*>)<a [^>]*>(.*?)<\/a>(<\/h3>)((?:(?!<h[23] )[\s\S])*)/g;

/**
 * Folds the HTML of a long walkthrough so that it can be scanned: the output of a command is folded under its name, and
 * so is each alternative after the first part of a section. Its Markdown does not change.
 */
export function foldParts(html: string): string {
  return html
    .replaceAll(exchange, (_, command: string, response: string) => {
      const status = statusLine.exec(response.replaceAll(/<[^>]+>/g, ''))?.[1];
      return `${command}\n${fold(`Answer${status ? ` ${status}` : ''}`, response)}`;
    })
    .replaceAll(otherWay, (_, open: string, title: string, close: string, part: string) => {
      return fold(`${open}${title}${close}`, part);
    });
}

function fold(name: string, part: string): string {
  return `<details class="folded"><summary>${name}</summary>${part}</details>`;
}
