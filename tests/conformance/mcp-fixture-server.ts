import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { encodeJson } from '../../src/protocols/json.ts';
import { createMcpEndpoint } from '../../src/protocols/mcp/endpoint.ts';
import type { McpMethod } from '../../src/protocols/mcp/feature-types.ts';
import { statelessVersions } from '../../src/protocols/mcp/mcp-versions.ts';
import { RpcError } from '../../src/protocols/mcp/rpc-error.ts';
import { createStatelessEndpoint } from '../../src/protocols/mcp/stateless-endpoint.ts';
import { checkRequest, hostCheck } from '../../src/server/socket/guard.ts';
import { makeCall, makeServices } from './mcp-harness.ts';
import { askSdk } from './mcp-sdk-server.ts';

const Params = z.record(z.string(), z.unknown()).optional();
const Data = z.record(z.string(), z.unknown()).optional().catch(undefined);
const bothRevisions = [
  ...['tools/list', 'tools/call', 'resources/list', 'resources/templates/list', 'resources/read'],
  ...['prompts/list', 'prompts/get', 'completion/complete'],
];
const handshakeRevisions = ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];

/** A PNG of one red pixel, and the shortest WAV. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
const image = { type: 'image', data: png, mimeType: 'image/png' } as const;

function addTools(server: McpServer) {
  const say = (name: string, content: ({ type: 'text'; text: string } | typeof image | object)[]) =>
    server.registerTool(name, { description: `Answers ${name}.` }, async () => ({
      content: z.array(z.any()).parse(content),
    }));
  say('test_simple_text', [{ type: 'text', text: 'This is a simple text response for testing.' }]);
  say('test_image_content', [image]);
  say('test_audio_content', [{ type: 'audio', data: wav, mimeType: 'audio/wav' }]);
  const embedded = { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource.' };
  say('test_embedded_resource', [{ type: 'resource', resource: embedded }]);
  const mixed = { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data"}' };
  say('test_multiple_content_types', [
    { type: 'text', text: 'Several:' },
    image,
    { type: 'resource', resource: mixed },
  ]);
  server.registerTool('test_error_handling', { description: 'Always fails.' }, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_logging', { description: 'Logs while it works.' }, async () => {
    for (const data of ['started', 'working', 'done']) await server.server.sendLoggingMessage({ level: 'info', data });
    return { content: [{ type: 'text', text: 'Logged.' }] };
  });
  server.registerTool('test_tool_with_progress', { description: 'Reports progress.' }, async (extra) => {
    const progressToken = extra._meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100]) {
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      });
    }
    return { content: [{ type: 'text', text: 'Progressed.' }] };
  });
  server.registerTool(
    'test_sampling',
    { description: 'Asks the client for a sample.', inputSchema: { prompt: z.string() } },
    async ({ prompt }) => {
      const content = { type: 'text', text: prompt } as const;
      const answer = await server.server.createMessage({ messages: [{ role: 'user', content }], maxTokens: 100 });
      return { content: [{ type: 'text', text: `LLM response: ${JSON.stringify(answer.content)}` }] };
    },
  );
  for (const name of ['test_elicitation', 'test_elicitation_sep1034_defaults', 'test_elicitation_sep1330_enums']) {
    server.registerTool(name, { description: 'Asks the person.' }, async () => {
      const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } } as const;
      const answer = await server.server.elicitInput({ message: 'Who are you?', requestedSchema });
      return { content: [{ type: 'text', text: `User response: ${JSON.stringify(answer)}` }] };
    });
  }
}

function addResources(server: McpServer) {
  const text = { description: 'Text.', mimeType: 'text/plain' };
  server.registerResource('static-text', 'test://static-text', text, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: png }],
  }));
  server.registerResource('watched', 'test://watched-resource', text, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'Watched.' }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'application/json' }, async (uri, { id }) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }],
  }));
  server.server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
}

function addPrompts(server: McpServer) {
  const user = (
    content:
      | { type: 'text'; text: string }
      | typeof image
      | { type: 'resource'; resource: { uri: string; text: string } },
  ) => ({ role: 'user', content }) as const;
  server.registerPrompt('test_simple_prompt', { description: 'Plain.' }, () => ({
    messages: [user({ type: 'text', text: 'This is a simple prompt for testing.' })],
  }));
  const argument = () => completable(z.string(), () => ['paris', 'park']);
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Two arguments.', argsSchema: { arg1: argument(), arg2: argument() } },
    ({ arg1, arg2 }) => ({ messages: [user({ type: 'text', text: `arg1='${arg1}', arg2='${arg2}'` })] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds.', argsSchema: { resourceUri: z.string() } },
    ({ resourceUri }) => ({
      messages: [
        user({ type: 'resource', resource: { uri: resourceUri, text: 'Embedded resource content for testing.' } }),
        user({ type: 'text', text: 'Please process the embedded resource above.' }),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Shows.' }, () => ({
    messages: [user(image), user({ type: 'text', text: 'Please analyze the image above.' })],
  }));
}

function createFixture() {
  const server = new McpServer(
    { name: 'fixture', version: '1.0.0' },
    { capabilities: { resources: { subscribe: true }, logging: {} } },
  );
  addTools(server);
  addResources(server);
  addPrompts(server);
  return server.server;
}

/** The fixtures as a table of methods: each message gets a server of the SDK of its own. */
function readFixtureMethods(names: readonly string[]): ReadonlyMap<string, McpMethod> {
  return new Map(
    names.map((method): [string, McpMethod] => [
      method,
      async (params) => {
        const answer = await askSdk(createFixture(), { jsonrpc: '2.0', id: 1, method, params: Params.parse(params) });
        if ('error' in answer)
          throw new RpcError(answer.error.code, answer.error.message, Data.parse(answer.error.data));
        return { object: encodeJson(answer.result) };
      },
    ]),
  );
}

/**
 * The conformance suite's fixtures behind the same HTTP endpoint as the two real servers, on a loopback port of its
 * own.
 */
export async function openFixtureServer(port: number): Promise<{ url: string; close(): Promise<void> }> {
  const base = `http://localhost:${port}`;
  const services = makeServices(base);
  const modern = {
    methods: readFixtureMethods(bothRevisions),
    discovery: { supportedVersions: statelessVersions, capabilities: { tools: {}, resources: {}, prompts: {} } },
    serverInfo: { name: 'fixture', version: '1.0.0' },
  };
  const handleStateless = createStatelessEndpoint({ services, server: modern });
  const server = { methods: readFixtureMethods([...bothRevisions, ...handshakeRevisions]), handleStateless };
  const answer = createMcpEndpoint({ services, server });
  const isKnownHost = hostCheck(base, []);
  const listener = createServer(async (message, response) => {
    const refusal = checkRequest(message, isKnownHost);
    if (refusal || message.method !== 'POST') {
      response.writeHead(refusal?.status ?? 405).end();
      return;
    }
    const body = await text(message);
    const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const call = await makeCall(new Request(`${base}/mcp`, { method: 'POST', headers, body }), '/mcp');
    const said = await answer(call);
    response
      .writeHead(said.status, said.headers)
      .end(typeof said.body === 'string' || said.body instanceof Uint8Array ? said.body : undefined);
  });
  listener.listen(port, 'localhost');
  await once(listener, 'listening');
  return {
    url: `${base}/mcp`,
    async close() {
      listener.close();
      listener.closeAllConnections();
      await once(listener, 'close');
    },
  };
}
