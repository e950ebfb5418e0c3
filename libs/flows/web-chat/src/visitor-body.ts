import { raw, type RequestHandler } from 'express';
import { jsonBody } from '@parley/platform/http/json-body';
import { platforms } from '@parley/contracts/channels/platforms';

const MAX_FILE_SIZE = Math.max(...platforms.web.limits.files.map(({ mostBytes }) => mostBytes));

/**
 * Parses the bodies of visitors' requests: files as raw bytes, all others as JSON. Only for paths below `/web-chat`.
 */
export function visitorBody(): RequestHandler {
  const file = raw({ type: () => true, inflate: false, limit: MAX_FILE_SIZE });
  const json = jsonBody('20kb');
  return (request, response, next) =>
    (/^\/[^/]+\/files$/.test(request.path) ? file : json)(request, response, next);
}
