import express, { type RequestHandler } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';
import { checkJsonShape } from './json-shape';

/** Above the depth and the list length of every valid request. */
const BOUNDS = { depth: 10, entries: 1_000 };

/**
 * Parses JSON bodies. Refuses a body before parsing it if no route could accept it.
 * @param limit maximum size of a body, such as `100kb`; a larger one gives 413 `too_large`
 */
export function jsonBody(limit: string): RequestHandler {
  return express.json({
    limit,
    verify: (_request, _response, body, encoding) => {
      if (encoding !== 'utf-8') throw new CodedError('invalid_input', 'JSON is written in UTF-8');
      checkJsonShape(body, BOUNDS);
    },
  });
}
