import { apiRoots, apiTitle, apiVersion, type Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { Mirror } from '../../contract/urls.ts';
import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';

/** GET /api/v1: what is here and where it is described, from the contract table (contract.md, Root). */
export function createIndexHandler({ publication, urls }: Services): Handler<'getIndex'> {
  function listOperations(mirror: Mirror) {
    return Object.entries<Operation>(operations).flatMap(([id, { method, path, summary, isMirrored }]) => {
      if (!isMirrored) return [];
      return [{ id, method, url: path.replace(apiRoots.live, urls.api(mirror)), summary }];
    });
  }

  return ({ mirror }) => {
    const index = {
      name: apiTitle(publication),
      description: publication.description,
      version: apiVersion,
      operations: listOperations(mirror),
      links: {
        openapi: urls.at('/openapi.json'),
        docs: urls.developers,
        pricing: urls.pricing,
        ask: urls.at('/ask'),
        mcp: urls.mcp,
        mcp_docs: urls.mcpDocs,
        mcp_connector: urls.mcpConnector,
        sandbox: urls.api('sandbox'),
      },
    };
    return jsonResponse(index, { headers: { 'cache-control': 'public, max-age=300' } });
  };
}
