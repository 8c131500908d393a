const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const special = /[&<>"']/;
const allSpecial = /[&<>"']/g;
// XML 1.0 section 2.2: no C0 controls but tab, line feed and carriage return, no surrogates, no U+FFFE and U+FFFF.
const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text for element content or a quoted attribute: every character that could end it, written as a reference. */
export function escapeHtml(text: string): string {
  return special.test(text) ? text.replaceAll(allSpecial, (character) => entities[character] ?? character) : text;
}

/** The same for XML 1.0; control characters that XML forbids are left out. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(notInXml, ''));
}

const url = /(?:https?:\/\/|(?<![\w/])\/)(?:[\w.:~%{}@+-]+\/)[\w./:~%{}@+-]{8,}/g;

/**
 * Lets a URL or a path in HTML break after its slashes. Browsers break it between any two letters otherwise.
 * @param html escaped text, which may have tags without slashes in their attributes
 */
export function breakUrls(html: string): string {
  return html.replaceAll(url, (address) => address.replaceAll(/(?<=[\w}])\/(?=[\w{])/g, '/<wbr>'));
}
