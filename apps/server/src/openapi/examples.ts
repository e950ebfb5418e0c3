import type { OpenAPIObject } from '@nestjs/swagger';
import examples from './examples.json';

/**
 * The example response to a call of the specification. Examples are stored by method and path, with `{}` for each
 * parameter.
 */
export interface AnsweredExample {
  status: number;
  answer: unknown;
}

/** Name of an example: `GET /api/v3/users/{}`, whatever the name of the parameter. */
export function nameOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')}`;
}

export const answeredExamples = examples as Record<string, AnsweredExample>;

/** Adds the recorded responses of the conformance test as examples to their calls. */
export function withExamples(document: OpenAPIObject): OpenAPIObject {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations as Record<string, { responses?: object }>)) {
      const example = answeredExamples[nameOf(method, path)];
      if (!example) continue;
      const content = { 'application/json': { example: example.answer } };
      operation.responses = {
        ...operation.responses,
        [String(example.status)]: { description: 'As it was answered in a test', content },
      };
    }
  }
  return document;
}
