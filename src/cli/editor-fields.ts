import { z } from 'zod';

/** A field of a collection of Sveltia CMS. */
export interface EditorField {
  name: string;
  widget: string;
  required: boolean;
  hint?: string | undefined;
  [option: string]: unknown;
}

/** The parts of JSON Schema that our front matter uses. */
interface JsonSchema {
  type?: string | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  description?: string | undefined;
  enum?: unknown[] | undefined;
  default?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
}

const JsonSchema: z.ZodType<JsonSchema> = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  properties: z.lazy(() => z.record(z.string(), JsonSchema)).optional(),
  required: z.array(z.string()).optional(),
  items: z.lazy(() => JsonSchema).optional(),
  anyOf: z.lazy(() => z.array(JsonSchema)).optional(),
});

/**
 * Lists a field for each key of a schema of front matter. A key whose value has no form there (questions that may be a
 * text or a mapping) is left out; the editor keeps it as it is.
 */
export function listFields(
  schema: z.ZodType,
  choices: Readonly<Record<string, readonly string[]>> = {},
): EditorField[] {
  return toFields(JsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })), choices);
}

function toFields(
  { properties = {}, required = [] }: JsonSchema,
  choices: Readonly<Record<string, readonly string[]>>,
) {
  return Object.entries(properties).flatMap(([name, schema]): EditorField[] => {
    const widget = toWidget(schema, choices[name]);
    if (!widget) return [];
    const { description: hint, default: preset } = schema;
    const given = Array.isArray(preset) || preset === undefined ? {} : { default: preset };
    return [{ name, label: name, ...widget, ...given, required: required.includes(name), ...(hint && { hint }) }];
  });
}

function toWidget(
  schema: JsonSchema,
  choices: readonly string[] | undefined,
): { widget: string; [option: string]: unknown } | undefined {
  const { type, format, pattern, items, minimum, maximum, properties } = schema;
  if (choices) return { widget: 'select', options: choices, multiple: type === 'array' };
  if (schema.enum) return { widget: 'select', options: schema.enum };
  if (schema.anyOf) return schema.anyOf.every((option) => option.type === 'string') ? { widget: 'string' } : undefined;
  switch (type) {
    case 'string':
      if (format === 'date') return { widget: 'datetime', format: 'YYYY-MM-DD', time_format: false };
      return { widget: 'string', ...(pattern && { pattern: [pattern, 'See the author guide'] }) };
    case 'boolean':
      return { widget: 'boolean' };
    case 'integer':
    case 'number':
      return { widget: 'number', value_type: type === 'integer' ? 'int' : 'float', min: minimum, max: maximum };
    case 'object':
      return properties && { widget: 'object', collapsed: true, fields: toFields(schema, {}) };
    case 'array':
      if (items?.type === 'string') return { widget: 'list' };
      return items?.properties && { widget: 'list', collapsed: true, fields: toFields(items, {}) };
    default:
      return undefined;
  }
}
