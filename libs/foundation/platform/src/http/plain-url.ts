import type { RequestHandler } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';

/** Whether a percent-encoded URL contains U+0000, which the database cannot store in a text. */
export function holdsNul(url: string): boolean {
  return url.includes('%00');
}

/** Refuses requests whose URL contains U+0000, with 400 `invalid_input`. */
export const plainUrl: RequestHandler = ({ url }, _response, next) => {
  next(holdsNul(url) ? new CodedError('invalid_input', 'U+0000 in the address') : undefined);
};
