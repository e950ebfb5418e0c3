import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}

/** Texts of which at least one matches every pattern in our requests. */
const texts = [
  'example',
  '#3b4fd8',
  '0'.repeat(20),
  'example@harbour.example',
  '+34612345678',
  '192.0.2.1',
  '1.0.0',
  '2026-01-01',
  '09:00',
  'Europe/Amsterdam',
  'https://harbour.example',
  'es',
];

/** Value to use for a field with conditional rules, whose condition the document does not contain. */
export type Conditional = 'null' | 'absent' | 'example';

/** A value that a schema of the document accepts; optional fields are omitted. */
export function exampleOf(document: OpenAPIObject, schema: Schema, conditional: Conditional): unknown {
  const named = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (named) {
    const schemas = document.components?.schemas;
    return exampleOf(document, schemas?.[named.split('/').at(-1) ?? ''] ?? {}, conditional);
  }
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object': {
      const required = Object.entries(schema.properties ?? {}).filter(([name]) =>
        schema.required?.includes(name),
      );
      const given = required.filter(([, { nullable }]) => !nullable || conditional !== 'absent');
      return Object.fromEntries(
        given.map(([name, its]) => [
          name,
          its.nullable && conditional === 'null' ? null : exampleOf(document, its, conditional),
        ]),
      );
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        exampleOf(document, schema.items ?? {}, conditional),
      );
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return exampleText(schema);
  }
}

function exampleText({ format, pattern, minLength = 0, maxLength }: Schema): string {
  if (format === 'uuid') return randomUUID();
  if (format === 'email') return 'example@harbour.example';
  const fitting = pattern === undefined ? 'example' : texts.find((text) => new RegExp(pattern).test(text));
  return (fitting ?? 'example').padEnd(minLength, 'x').slice(0, maxLength);
}
