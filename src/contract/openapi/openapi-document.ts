import { apiRoots, apiVersion, type Operation, tagDescriptions } from '../operation.ts';
import { operations } from '../operations.ts';
import { unreadStatuses } from './error-responses.ts';
import { describeCommonHeaders, headerComponents } from './header-components.ts';
import { selectOperations, selectTag } from './one-tag.ts';
import { noExamples, type RecordedExamples } from './recorded-examples.ts';
import { describeErrorComponents, describeResponses, listErrorCodes } from './responses.ts';
import { describeParameters, describeSchemas, type Json, referSchema } from './schema-components.ts';

export interface ApiDescription {
  title: string;
  description: string;
  contact: { name: string; email: string; url: string };
  /** The base URL without a trailing slash. */
  baseUrl: string;
  docsUrl: string;
  /** `x-payment-info` of the paid operations. */
  paymentInfo: Json | undefined;
  /** Operations that go away (specification section 9 rule 2). */
  deprecations: readonly { operationId: string }[];
  examples?: RecordedExamples;
}

const scopes = {
  'articles:read': 'Read paid article bodies through the API.',
  'mcp:connect': 'Connect the product tool server and call tools.',
};

/** The operations that the API description has, by operationId. */
export const described = Object.entries<Operation>(operations).filter(([, { isAlwaysRefused }]) => !isAlwaysRefused);

/**
 * The OpenAPI 3.1 document, derived from the contract table and nothing else (specification section 1 and 9). It is
 * read as a whole, so examples and some operations (`isDetail`) are only in the documents of the tags.
 */
export function buildOpenApi(about: ApiDescription): Json {
  const detailed = new Set(described.flatMap(([id, { isDetail }]) => (isDetail ? [id] : [])));
  const rest = 'Every operation, with examples, is in the document of its tag, such as /openapi/oauth.json.';
  const document = describeApi({ ...about, description: `${about.description} ${rest}`, examples: noExamples });
  return selectOperations(document, ({ operationId }) => !detailed.has(String(operationId)));
}

/** The OpenAPI document of each tag, by the tag: its operations, with examples. */
export function buildTagDocuments(about: ApiDescription): Map<string, Json> {
  const document = describeApi(about);
  return new Map(Object.keys(tagDescriptions).map((tag) => [tag, selectTag(document, tag)]));
}

function describeApi(about: ApiDescription): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: apiVersion,
      summary: 'A sandbox: nothing is ever billed.',
      description: about.description,
      contact: about.contact,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: about.baseUrl, description: 'Production' },
      {
        url: about.baseUrl + apiRoots.sandbox,
        description: 'Sandbox: the whole of /api/v1 once more. Answers carry X-Sandbox: true.',
      },
    ],
    externalDocs: { url: about.docsUrl, description: 'Developer guide' },
    security: [{}],
    'x-common-headers': describeCommonHeaders(unreadStatuses),
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths: describePaths(about),
    components: {
      schemas: describeSchemas(),
      headers: headerComponents,
      parameters: Object.fromEntries([...sharedParameters].map(([name, each]) => [name, omitDefault(each)])),
      ...describeErrorComponents(
        described.map(([, operation]) => operation),
        about.examples ?? noExamples,
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

function describePaths(about: ApiDescription): Json {
  const paths: Record<string, Json> = {};
  for (const [id, operation] of described) {
    paths[operation.path] = {
      ...paths[operation.path],
      ...(operation.isMirrored ? {} : { servers: [{ url: about.baseUrl }] }),
      [operation.method.toLowerCase()]: describeOperation(id, operation, about),
    };
  }
  return paths;
}

export function describeAllParameters(operation: Operation): Json[] {
  return [
    ...describeParameters(operation.params, 'path'),
    ...describeParameters(operation.query, 'query'),
    ...Object.entries({ ...operation.headers, ...(operation.isConditional && conditionHeaders) }).map(
      ([name, meaning]) => ({ name, in: 'header', required: false, description: meaning, schema: { type: 'string' } }),
    ),
  ];
}

function describeOperation(operationId: string, operation: Operation, about: ApiDescription): Json {
  const { tag, summary, description, body } = operation;
  const parameters = describeAllParameters(operation);
  const errorCodes = listErrorCodes(operation);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(about.deprecations.some((deprecation) => deprecation.operationId === operationId) && { deprecated: true }),
    security: [
      ...(operation.needsCredential ? [{ bearer: [] }, { oauth: [] }] : [{}]),
      ...(operation.scope ? [{ bearer: [] }, { oauth: [operation.scope] }] : []),
      ...(operation.hasClientAuthentication ? [{ client: [] }] : []),
    ],
    ...(parameters.length > 0 ? { parameters: parameters.map(referParameter) } : {}),
    ...(body && {
      requestBody: {
        required: body.isRequired,
        content: { [body.mediaType ?? 'application/json']: { schema: referSchema(body.schema) } },
      },
    }),
    responses: describeResponses(operationId, operation, about.examples ?? noExamples),
    ...(errorCodes.length > 0 && { 'x-error-codes': errorCodes }),
    ...(operation.isPaid && about.paymentInfo ? { 'x-payment-info': about.paymentInfo } : {}),
  };
}

const conditionHeaders = { 'If-None-Match': 'ETag of your copy: 304 when it is current.' };

/** Parameters that several operations have, described once, by name. */
const sharedParameters = findSharedParameters();

function findSharedParameters(): Map<string, Json> {
  const all = described.flatMap(([, operation]) => describeAllParameters(operation));
  const byName = Map.groupBy(all, ({ name }) => String(name));
  return new Map([...byName].flatMap(([name, [first, second]]) => (first && second ? [[name, first]] : [])));
}

function referParameter(parameter: Json): Json {
  const name = String(parameter.name);
  const isShared = JSON.stringify(sharedParameters.get(name)) === JSON.stringify(parameter);
  return isShared ? { $ref: `#/components/parameters/${name}` } : omitDefault(parameter);
}

/** Drops `required: false`, which OpenAPI assumes. */
function omitDefault({ required, ...parameter }: Json): Json {
  return required ? { ...parameter, required } : parameter;
}
