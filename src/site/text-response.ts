/** A text with its media type, as every document of the site for programs is sent. @param type without its charset */
export function textResponse(text: string, type: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } });
}

export function markdownResponse(text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return textResponse(text, 'text/markdown', headers);
}
