import { Param, ParseUUIDPipe } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';

const uuid = new ParseUUIDPipe({ exceptionFactory: () => new CodedError('not_found') });

/** Parameter decorator for an id in the path. An id that is no UUID gives 404, like an unknown one. */
export const Id = (name: string) => Param(name, uuid);
