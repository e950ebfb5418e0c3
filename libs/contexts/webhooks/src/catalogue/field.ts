/** A field of a payload: its form, and what it may look like. */
export interface Field {
  /** JSON Schema. */
  schema: object;
  example: unknown;
  /** Thin payloads leave it out, and it is null once its person was erased. */
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

/** Who or what a program means, in its own words. */
export const reference = (example: string): Field => ({
  schema: {
    type: 'object',
    required: ['reference', 'entityType'],
    properties: { reference: { type: 'string' }, entityType: { type: ['string', 'null'] } },
    additionalProperties: false,
  },
  example: { reference: example, entityType: null },
});

/** Words of a person, or who they are. */
export const personal = (field: Field): Field => ({ ...orNull(field), isPersonal: true });

/** The fields that are known, of some that may be. */
export const profile = (names: readonly string[], example: Record<string, string>): Field => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }])),
    additionalProperties: false,
  },
  example,
});
