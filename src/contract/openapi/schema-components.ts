import { z } from 'zod';

export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const componentPath = '#/components/schemas/';

/**
 * Publishes a schema as clients see it: the input and output on the wire, not the internal type. Objects stay open,
 * because members may be added at any time; integers have only the limits that the contract sets. What a format or JSON
 * itself already states is left out.
 */
const published = {
  io: 'input',
  override: ({ jsonSchema }) => {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // The format says it: the expression for a date alone is 240 characters.
    if (jsonSchema.format) delete jsonSchema.pattern;
    // JSON has no other names.
    delete jsonSchema.propertyNames;
  },
} satisfies Parameters<typeof z.toJSONSchema>[1];

/**
 * Every named schema, by name: the order in which modules are loaded is not the document's. An identifier or dialect of
 * its own would make each of them a document apart (JSON Schema 2020-12 section 8.2).
 */
export function describeSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...published, uri: (id) => `${componentPath}${id}` });
  const named = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, { $id, $schema, ...schema }]) => [name, schema]));
}

/**
 * A named schema by reference, another in place; the names inside it refer to the components too, not to definitions of
 * its own.
 */
export function referSchema(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: componentPath + id };
  const { $defs: _, $schema: __, ...inline } = z.toJSONSchema(schema, published);
  return JSON.parse(JSON.stringify(inline).replaceAll('"#/$defs/', `"${componentPath}`));
}

/**
 * Describes parameters of a path or a query. Each is text on the wire; clients see the type that it is parsed to, such
 * as an integer.
 */
export function describeParameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { required = [] } = z.toJSONSchema(schema, { io: 'input' });
  const { properties = {} } = z.toJSONSchema(schema, { ...published, io: 'output' });
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
