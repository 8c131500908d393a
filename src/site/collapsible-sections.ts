const block = (languages: string) =>
  String.raw`<div class="code-block"><pre class="code" data-language="(?:${languages})"(?:(?!</pre>)[\s\S])*</pre></div>`;
const exchange = new RegExp(String.raw`(${block('bash')})\s*(${block('json|http')})`, 'g');
const statusLine = /^\s*HTTP\/1\.1 (\d{3})\b/;
const otherWay =
  /(?<=<\/(?:p|div|details|section)>\s*)(<h3 [^>]*>)<a [^>]*>(.*?)<\/a>(<\/h3>)((?:(?!<h[23] )[\s\S])*)/g;

/**
 * The HTML of a long walkthrough, short enough to be looked over: the answer to a command is folded under its name, and so is each
 * part of a section after its first, which shows another way to the same. Its markdown stays as it is.
 */
export function foldParts(html: string): string {
  return html
    .replaceAll(exchange, (_, command: string, answer: string) => {
      const status = statusLine.exec(answer.replaceAll(/<[^>]+>/g, ''))?.[1];
      return `${command}\n${fold(`Answer${status ? ` ${status}` : ''}`, answer)}`;
    })
    .replaceAll(otherWay, (_, open: string, title: string, close: string, part: string) => {
      return fold(`${open}${title}${close}`, part);
    });
}

function fold(name: string, part: string): string {
  return `<details class="folded"><summary>${name}</summary>${part}</details>`;
}
