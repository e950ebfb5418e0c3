import type { RequestHandler } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';

/** Whether an address, before it is decoded, holds U+0000, which nothing that is looked up by it can have. */
export function holdsNul(url: string): boolean {
  return url.includes('%00');
}

/** Lets no address through that nothing behind it could take: 400 `invalid_input`. */
export const plainUrl: RequestHandler = ({ url }, _response, next) => {
  next(holdsNul(url) ? new CodedError('invalid_input', 'U+0000 in the address') : undefined);
};
