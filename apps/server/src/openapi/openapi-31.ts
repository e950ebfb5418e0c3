import type { OpenAPIObject } from '@nestjs/swagger';

/** Converts a schema of OpenAPI 3.0 to 3.1, where schemas are JSON Schema. */
function schemaOf31(schema: Record<string, unknown>): Record<string, unknown> {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  if (typeof rest.type === 'string') {
    const values = Array.isArray(rest.enum) ? { enum: [...(rest.enum as unknown[]), null] } : {};
    return { ...rest, type: [rest.type, 'null'], ...values };
  }
  return { anyOf: [rest, { type: 'null' }] };
}

function everywhere(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(everywhere);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, everywhere(part)]));
  return 'nullable' in inner ? schemaOf31(inner) : inner;
}

/** Converts the generator's OpenAPI 3.0 document to 3.1 with the same meaning. */
export function inOpenApi31(document: OpenAPIObject): OpenAPIObject {
  return { ...(everywhere(document) as OpenAPIObject), openapi: '3.1.0' };
}
