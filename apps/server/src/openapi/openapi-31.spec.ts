import type { OpenAPIObject } from '@nestjs/swagger';
import { inOpenApi31 } from './openapi-31';

const described = (schema: object) => {
  const document = { openapi: '3.0.0', components: { schemas: { One: schema } } } as unknown as OpenAPIObject;
  const { openapi, components } = inOpenApi31(document);
  return [openapi, components?.schemas?.One];
};

test.each([
  [{ type: 'string' }, { type: 'string' }],
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [{ type: 'string', nullable: false }, { type: 'string' }],
  [
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [{ allOf: [{ $ref: '#/x' }], nullable: true }, { anyOf: [{ allOf: [{ $ref: '#/x' }] }, { type: 'null' }] }],
  [
    { type: 'object', properties: { a: { type: 'integer', nullable: true } } },
    { type: 'object', properties: { a: { type: ['integer', 'null'] } } },
  ],
])('converts %j to %j in OpenAPI 3.1', (before, after) => {
  expect(described(before)).toEqual(['3.1.0', after]);
});
