import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { type Operation, type ResponseSpec, tagDescriptions } from './operation.ts';
import { operations } from './operations.ts';
import { AcpError, ErrorBody, McpResponse } from './schemas.ts';
import { OauthErrorBody } from './schemas-oauth.ts';

type Json = Record<string, unknown>;

export interface ApiDescription {
  title: string;
  description: string;
  contact: { name: string; email: string; url: string };
  /** Without a trailing slash. */
  baseUrl: string;
  docsUrl: string;
  /** `x-payment-info` of the paid operations. */
  paymentInfo: Json | undefined;
}

const componentPath = '#/components/schemas/';
const scopes = {
  'articles:read': 'Read paid article bodies through the API.',
  'mcp:connect': 'Connect the product tool server and call tools.',
};
const rateHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];
const headerDocs: Readonly<Record<string, string>> = {
  'X-RateLimit-Limit': 'Requests allowed in the window.',
  'X-RateLimit-Remaining': 'Requests left in the window.',
  'X-RateLimit-Reset': 'Unix seconds when the window ends.',
  RateLimit: 'IETF form: what is left, and the seconds until it is full again.',
  'RateLimit-Policy': 'IETF form: the quota and its window in seconds.',
  'X-Request-Id': 'Names this exchange in our log.',
};

/** The OpenAPI 3.1 document, derived from the contract table and nothing else (specification section 1 and 9). */
export function buildOpenApi(about: ApiDescription): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: '0.1.0',
      summary: 'A sandbox: nothing is ever billed.',
      description: about.description,
      contact: about.contact,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: about.baseUrl, description: 'Production' },
      {
        url: `${about.baseUrl}/api/sandbox/v1`,
        description: 'Sandbox: the whole of /api/v1 once more. Answers carry X-Sandbox: true.',
      },
    ],
    externalDocs: { url: about.docsUrl, description: 'Developer guide' },
    security: [{}],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths: buildPaths(about),
    components: {
      schemas: z.toJSONSchema(z.globalRegistry, { uri: (id) => `${componentPath}${id}` }).schemas,
      headers: Object.fromEntries(
        Object.entries(headerDocs).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: '<key_prefix>_demo_<hex>',
          description: 'A demo key from agentSubscribe.',
        },
        client: {
          type: 'http',
          scheme: 'basic',
          description:
            'OAuth client id and secret, each form-encoded (RFC 6749 section 2.3.1); or send both in the form.',
        },
        oauth: {
          type: 'oauth2',
          description: 'Mock authorization server, for discovery.',
          flows: { clientCredentials: { tokenUrl: `${about.baseUrl}/agent/auth/token`, scopes } },
        },
      },
    },
  };
}

function buildPaths(about: ApiDescription): Json {
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      ...(operation.isMirrored ? {} : { servers: [{ url: about.baseUrl, description: 'Production; not mirrored.' }] }),
      [operation.method.toLowerCase()]: buildOperation(id, operation, about),
    };
  }
  return paths;
}

function buildOperation(operationId: string, operation: Operation, about: ApiDescription): Json {
  const parameters = [
    ...schemaParameters(operation.params, 'path'),
    ...schemaParameters(operation.query, 'query'),
    ...Object.entries(operation.headers ?? {}).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
  ];
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: [
      ...(operation.needsCredential ? [{ bearer: [] }, { oauth: [] }] : [{}]),
      ...(operation.scope ? [{ bearer: [] }, { oauth: [operation.scope] }] : []),
      ...(operation.hasClientAuthentication ? [{ client: [] }] : []),
    ],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: buildRequestBody(operation.body) } : {}),
    responses: buildResponses(operation),
    ...(operation.isPaid && about.paymentInfo ? { 'x-payment-info': about.paymentInfo } : {}),
  };
}

function buildRequestBody(body: NonNullable<Operation['body']>): Json {
  return {
    required: body.isRequired,
    content: { [body.mediaType ?? 'application/json']: { schema: schemaOf(body.schema) } },
  };
}

function schemaParameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = typeof property === 'object' ? property : {};
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: description ?? `The ${name}.`,
      schema: rest,
    };
  });
}

function buildResponses(operation: Operation): Json {
  const named = Object.entries(operation.responses).map(([status, spec]) => [status, buildResponse(spec)] as const);
  return { ...Object.fromEntries(errorResponses(operation)), ...Object.fromEntries(named) };
}

function buildResponse(spec: ResponseSpec): Json {
  const own = Object.entries(spec.headers ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: 'string' } }] as const,
  );
  return {
    description: spec.description,
    headers: { ...sharedHeaders(), ...Object.fromEntries(own) },
    ...(spec.schema || spec.mediaTypes ? { content: buildContent(spec) } : {}),
  };
}

/** Pages and event streams are text, whatever their parts are. */
function buildContent({ schema, mediaTypes = ['application/json'] }: ResponseSpec): Json {
  return Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: type.startsWith('text/') ? { type: 'string' } : schemaOf(schema) }]),
  );
}

function sharedHeaders(): Json {
  return Object.fromEntries(
    [...rateHeaders, 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Codes that any operation can be answered with; 405 and 404 of unknown addresses belong to no operation. */
const everywhere: readonly ErrorCode[] = ['not_acceptable', 'rate_limited', 'internal_error'];

const errorSchemas = {
  jsonrpc: McpResponse,
  oauth: OauthErrorBody,
  acp: z.union([ErrorBody, AcpError]),
} as const satisfies Record<NonNullable<Operation['errorForm']>, z.ZodType>;

function errorResponses(operation: Operation): [string, Json][] {
  if (operation.method === 'OPTIONS') return [];
  const byStatus = Map.groupBy([...operation.errors, ...everywhere], (code) => errorCatalogue[code].status);
  return [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join(' ');
    const headers: Record<string, string> = {};
    if (status === 429 || status === 503) headers['Retry-After'] = 'Seconds to wait.';
    if (status === 401) headers['WWW-Authenticate'] = 'Bearer, with the address of the protected resource metadata.';
    const schema = operation.errorForm ? errorSchemas[operation.errorForm] : ErrorBody;
    return [String(status), buildResponse({ description, schema, headers })];
  });
}

/** A named schema by reference, another in place; the names inside it refer to the components too, not to definitions of its own. */
function schemaOf(schema: z.ZodType | undefined): Json {
  if (!schema) return {};
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: componentPath + id };
  const { $defs: _, $schema: __, ...inline } = z.toJSONSchema(schema, { io: 'input' });
  return JSON.parse(JSON.stringify(inline).replaceAll('"#/$defs/', `"${componentPath}`));
}
