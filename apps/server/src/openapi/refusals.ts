import type { OpenAPIObject } from '@nestjs/swagger';

/** Schema of Problem Details (RFC 9457), in the form in which `ProblemFilter` writes them. */
const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'correlationId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Tells refusals apart; its words may change, it does not' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      description: 'What is wrong with which field',
      items: {
        type: 'object',
        required: ['field', 'rule'],
        properties: { field: { type: 'string' }, rule: { type: 'string' } },
      },
    },
    correlationId: { type: 'string', description: 'That of the header X-Request-Id' },
  },
};

const refusals: Record<number, string> = {
  400: 'Something in the request is not as described',
  401: 'Nobody is let in by what was sent, or for no longer',
  403: 'Whoever asks may not',
  404: 'It is not there for whoever asks',
  409: 'A rule does not allow it as things are',
  413: 'It is too large',
  415: 'It is of a kind that is not read here',
  429: 'Too many requests: Retry-After says when to come back',
  503: 'Something that is needed does not answer: Retry-After says when to come back',
};

interface Described {
  requestBody?: unknown;
  responses?: Record<string, unknown>;
}

/** Adds the possible error responses to each call. A GET has no body, so it gets neither 413 nor 415. */
export function withRefusals(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...document.components?.schemas, Problem: PROBLEM as object };
  for (const item of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, Described>)) {
      const told = Object.fromEntries(
        Object.entries(refusals)
          .filter(([status]) => method !== 'get' || !['413', '415'].includes(status))
          .map(([status, description]) => [status, { description, content: problem }]),
      );
      operation.responses = { ...told, ...operation.responses };
    }
  }
  return { ...document, components: { ...document.components, schemas } };
}

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
