import { Param, ParseUUIDPipe } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';

const uuid = new ParseUUIDPipe({ exceptionFactory: () => new CodedError('not_found') });

/** An id in a path. One that is no UUID names nothing: 404, as for one that is not there. */
export const Id = (name: string) => Param(name, uuid);
