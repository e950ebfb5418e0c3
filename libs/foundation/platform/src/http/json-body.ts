import express, { type RequestHandler } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';
import { checkJsonShape } from './json-shape';

/** No request of ours is deeper, or has a longer list. */
const BOUNDS = { depth: 10, entries: 1_000 };

/**
 * Reads JSON bodies, and refuses before it parses them those that no route could take.
 * @param limit bytes that a body may have, as `100kb`; a larger one is 413 `too_large`
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
