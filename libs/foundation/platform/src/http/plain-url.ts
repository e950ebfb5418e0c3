import type { RequestHandler } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';

/** Whether an encoded address contains U+0000, which no stored key can contain. */
export function holdsNul(url: string): boolean {
  return url.includes('%00');
}

/** Refuses addresses with U+0000: 400 `invalid_input`. */
export const plainUrl: RequestHandler = ({ url }, _response, next) => {
  next(holdsNul(url) ? new CodedError('invalid_input', 'U+0000 in the address') : undefined);
};
