import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Door, makeServices, openDoor, post } from '../../../tests/conformance/mcp-harness.ts';
import { buildServerCard } from './server-card.ts';

const { urls, publication } = makeServices();
const send = openDoor();
const HttpResponse = z.object({ result: z.looseObject({}) });

async function ask(path: Parameters<Door>[0], method: string) {
  const response = await send(path, post({ jsonrpc: '2.0', id: 1, method }));
  return HttpResponse.parse(await response.json()).result;
}

describe.each([
  ['product', '/mcp'],
  ['docs', '/mcp/docs'],
  ['connector', '/mcp/connector'],
] as const)('the card of the %s server', (which, path) => {
  const card = buildServerCard(urls, publication, which);

  it('says what the running server says', async () => {
    const said = await ask(path, 'initialize');
    expect(said.serverInfo).toMatchObject(card.serverInfo);
    expect(said.instructions).toBe(card.instructions);
    expect(said.capabilities).toEqual(card.capabilities);
    expect(said.protocolVersion).toBe(card.protocolVersion);
    expect((await ask(path, 'tools/list')).tools).toEqual(card.tools);
    expect((await ask(path, 'prompts/list')).prompts).toEqual(card.prompts);
    expect((await ask(path, 'resources/templates/list')).resourceTemplates).toEqual(card.resourceTemplates);
  });

  // The required members and bounds of static.modelcontextprotocol.io/schemas/v1/server-card.schema.json.
  it("keeps the bounds of SEP-2127's schema", () => {
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(card.description.length).toBeLessThanOrEqual(100);
    expect(card.title.length).toBeLessThanOrEqual(100);
    expect(card.remotes).toMatchObject([{ type: 'streamable-http', url: `https://quire.test${path}` }]);
  });
});

it.each([
  ['https://api.quire.example', 'example.quire.api/articles'],
  ['http://localhost:4321', 'localhost/articles'],
  ['http://127.0.0.1:4321', '127.0.0.1/articles'],
  ['http://[::1]:4321', '---1-/articles'],
])('names the server of %s %s', (base, name) => {
  expect(buildServerCard(makeServices(base).urls, publication).name).toBe(name);
});
