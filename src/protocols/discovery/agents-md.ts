import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication-settings.ts';

/** `/AGENTS.md`: how a coding agent prepares to work with this service, in the usual sections of such files. */
export function renderAgentsMd(publication: Publication, urls: Urls): string {
  const api = urls.api('live');
  return `---
title: AGENTS.md
description: How an agent sets up and uses the API and the tool servers of ${publication.name}.
canonical_url: ${urls.at('/AGENTS.md')}
---
> Everything that is here: [llms.txt](${urls.at('/llms.txt')})

# ${publication.name} for agents

${publication.description}

## Installation

Nothing has to be installed: every address takes plain HTTPS and JSON. For a typed client, generate one from the description:

\`\`\`bash
npx openapi-typescript ${urls.at('/openapi.json')} -o api.d.ts
\`\`\`

An MCP client connects to the articles or to the documentation by address alone:

\`\`\`json
{ "mcpServers": { "articles": { "type": "http", "url": "${urls.mcp}" }, "docs": { "type": "http", "url": "${urls.mcpDocs}" } } }
\`\`\`

A chat client that looks for the tools \`search\` and \`fetch\` connects to \`${urls.mcpConnector}\`.

## Configuration

Free articles need no credential. A demo key opens paid ones; one call makes it, without a form:

\`\`\`bash
curl -s -X POST ${urls.subscribe('live')}
\`\`\`

Send \`api_key\` of the response as \`Authorization: Bearer <api_key>\`. Tests use the mirror \`${urls.api('sandbox')}\`, which is identical.

## Usage

- Ask in plain words: \`GET ${urls.at('/ask')}?query=...\`
- List: \`GET ${api}/articles\`, with \`tier\`, \`tag\`, \`updated_since\`; follow \`pagination.next\`
- Read: \`GET ${api}/articles/{slug}\`; the text is in \`markdown\`
- Follow what changes: \`GET ${api}/changes?since={cursor}\`
- Cite: \`citation\` of an article holds BibTeX and CSL-JSON

A refusal is JSON with a closed \`error.code\`; each is explained in [the developer guide](${urls.developers}). A 429 says in
\`Retry-After\` how many seconds to wait. Send an \`Idempotency-Key\` with a POST that you may have to repeat.

## Sitemap

All pages: [sitemap.md](${urls.at('/sitemap.md')})
`;
}
