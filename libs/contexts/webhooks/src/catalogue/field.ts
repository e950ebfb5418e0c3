/** A field of a payload, with its schema and an example. */
export interface Field {
  /** JSON Schema. */
  schema: object;
  example: unknown;
  /** Thin payloads leave the field out, and it is null after its person was erased. */
  isPersonal?: boolean;
}

export const id = (example: string): Field => ({ schema: { type: 'string', format: 'uuid' }, example });

export const moment = (example = '2026-11-23T10:02:07.000Z'): Field => ({
  schema: { type: 'string', format: 'date-time' },
  example,
});

export const text = (example: string): Field => ({ schema: { type: 'string' }, example });

export const oneOf = (...values: [string, ...string[]]): Field => ({
  schema: { enum: values },
  example: values[0],
});

export const orNull = ({ schema, ...field }: Field): Field => ({
  ...field,
  schema: { anyOf: [schema, { type: 'null' }] },
});

export const listOf = ({ schema, example }: Field): Field => ({
  schema: { type: 'array', items: schema },
  example: [example],
});

/** A person or thing that an integration identifies by its own reference. */
export const reference = (example: string): Field => ({
  schema: {
    type: 'object',
    required: ['reference', 'entityType'],
    properties: { reference: { type: 'string' }, entityType: { type: ['string', 'null'] } },
    additionalProperties: false,
  },
  example: { reference: example, entityType: null },
});

/** A field with texts or the profile of a person. */
export const personal = (field: Field): Field => ({ ...orNull(field), isPersonal: true });

/** An object with the known fields among `names`. */
export const profile = (names: readonly string[], example: Record<string, string>): Field => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }])),
    additionalProperties: false,
  },
  example,
});
